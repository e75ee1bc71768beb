// Private keys in PEM form, over many lines: plain, quoted, with escaped line ends, with line numbers or quote marks in
// front of each line, and broken off before their end.

import type { Span } from './spans.ts';

/** The literal beginning of such a block. */
export const blockOpening = '-----BEGIN';

const begin = /-----BEGIN ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const end = /-----END ?[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** Between two runs of base64: white space, escaped or not, quotes, and what an editor or a diff puts before a line. */
const gap = /(?:\\+[nrt]?|\d{1,6}[ \t]*[:|→\t]|(?!-----)[\s"'`,:|→>*#-]){0,400}/y;
const header = /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): ?[^\r\n\\]{0,200}/y;
const run = /=?[A-Za-z0-9+/]{1,8192}={0,2}/y;

/** Shorter runs are taken for words until the end of the block proves them to be its last line. */
const shortestRun = 16;
const leastBody = 32;
const keyBeginning = /^(?:MI|b3BlbnNzaC1rZXktdjE)/;
const leastProvenBody = 100;

/** The whole block that begins at `at`, or what there is of it; undefined when no key stands behind the first line. */
export function keyBlockAt(text: string, at: number): Span | undefined {
  const opened = lengthAt(begin, text, at);
  if (opened === 0) return undefined;
  let beginning = '';
  let length = 0;
  let longRuns = true;
  let sure = at;
  for (let place = at + opened; ;) {
    place += lengthAt(gap, text, place);
    const closed = lengthAt(end, text, place);
    if (closed > 0) {
      const proven = length >= leastProvenBody && keyBeginning.test(beginning);
      return proven || (sure > at && length >= leastBody) ? { start: at, end: place + closed } : undefined;
    }
    const headed = lengthAt(header, text, place);
    const encoded = headed > 0 ? 0 : lengthAt(run, text, place);
    if (headed + encoded === 0) break;
    if (encoded > 0) {
      if (beginning.length < 32) beginning += text.slice(place, place + Math.min(encoded, 32));
      length += encoded;
      longRuns &&= encoded >= shortestRun;
      if (longRuns) sure = place + encoded;
    }
    place += headed + encoded;
  }
  return sure - at - opened >= leastBody ? { start: at, end: sure } : undefined;
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
