// Foreign text within a Markdown document: whatever stands in it, the document around it keeps its shape.

import { firstCodePoints, isLongerThan } from '../../../base/code-points.ts';
import { printable, printableLine } from '../printable.ts';
import { fenced, FenceReader } from './fences.ts';

const longestInlineCode = 100;

/**
 * Markdown as the model wrote it, its headings below those of the document and its HTML shown as text. One whose code
 * fences are not closed is shown as source, since it would swallow all that follows.
 */
export function containedMarkdown(text: string): string {
  const shown = withoutOuterBlanks(printable(text));
  const topLevel = new FenceReader('top-level');
  const anywhere = new FenceReader('anywhere');
  const safe = shown.split('\n').map((line) => {
    topLevel.isCode(line);
    return anywhere.isCode(line) ? line : withoutHtml(lowered(line));
  });
  return topLevel.isOpen || anywhere.isOpen ? fenced(shown, 'markdown') : safe.join('\n');
}

/** As a quotation: what is opened in it ends with it. */
export function quoted(text: string): string {
  const reader = new FenceReader('anywhere');
  return withoutOuterBlanks(printable(text))
    .split('\n')
    .map((line) => (reader.isCode(line) ? line : withoutHtml(lowered(line))))
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** One line of code, shortened. */
export function inlineCode(text: string): string {
  const line = printableLine(text);
  const shown = isLongerThan(line, longestInlineCode)
    ? `${firstCodePoints(line, longestInlineCode - 1)}…`
    : line;
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${mark}${space}${shown}${space}${mark}`;
}

/** One line in which nothing is markup. */
export function plainLine(text: string): string {
  return printableLine(text).replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

/** Blank lines at both ends are none of the text's; the indentation of its first line is. */
function withoutOuterBlanks(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

/** Three levels lower, so that headings of the document stay above. */
function lowered(line: string): string {
  return line.replace(/^( {0,3})(#{1,6})(?=[ \t]|$)/, (_, indent: string, marks: string) => {
    return indent + '#'.repeat(Math.min(6, marks.length + 3));
  });
}

/** Tags and comments would be obeyed and could hide what follows; those within code are code. Web addresses stay. */
function withoutHtml(line: string): string {
  if (!line.includes('<')) return line;
  let shown = '';
  let from = 0;
  for (const [start, end] of codeSpans(line)) {
    shown += escapedTags(line.slice(from, start)) + line.slice(start, end);
    from = end;
  }
  return shown + escapedTags(line.slice(from));
}

function escapedTags(text: string): string {
  return text.replace(/<(?!https?:\/\/[^\s<>]*>)(?=[A-Za-z/!?])/g, '&lt;');
}

/** Start and end of each code span of a line: from a run of backticks to the next of the same length. */
function codeSpans(line: string): readonly (readonly [start: number, end: number])[] {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }) => ({ index, length: run.length }));
  const nextSame = new Map<number, number>();
  const latest = new Map<number, number>();
  for (let place = runs.length - 1; place >= 0; place--) {
    const length = runs[place]?.length ?? 0;
    const next = latest.get(length);
    if (next !== undefined) nextSame.set(place, next);
    latest.set(length, place);
  }
  const spans: [number, number][] = [];
  for (let place = 0; place < runs.length; place++) {
    const next = nextSame.get(place);
    const [opening, closing] = [runs[place], next === undefined ? undefined : runs[next]];
    if (next === undefined || opening === undefined || closing === undefined) continue;
    spans.push([opening.index, closing.index + closing.length]);
    place = next;
  }
  return spans;
}
