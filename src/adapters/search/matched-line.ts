// A matching line as it is shown: cut to a readable length around the place that matched.

import { codePointLength, firstCodePoints } from '../../base/code-points.ts';

const longest = 300;
const before = 100;

/** `start` is the UTF-16 index of the match in the line. */
export function shownLine(line: string, start: number): string {
  if (line.length <= longest) return line;
  const skipped = Math.max(0, codePointLength(line.slice(0, start)) - before);
  const from = firstCodePoints(line, skipped).length;
  const shown = firstCodePoints(line.slice(from), longest);
  const isCut = from + shown.length < line.length;
  return `${from > 0 ? '…' : ''}${shown}${isCut ? '…' : ''}`;
}
