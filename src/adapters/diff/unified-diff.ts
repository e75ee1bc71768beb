// Unified diffs by the package `diff`, which only gets to see what differs: the rest of a large file would cost time for
// nothing. Texts that differ in too many places are told as one change from the first such line to the last.

import { structuredPatch, type StructuredPatchHunk } from 'diff';
import type { TextDiff } from '../../core/tools/text-diff.ts';

const context = 3;
/** Added and removed lines that are worth looking for the shortest way between. */
const mostEdits = 400;
const mostMs = 100;
/** UTF-16 units of both texts, without what is equal before and behind. */
const mostCompared = 1024 * 1024;

export const unifiedDiff: TextDiff = {
  unified: (before, after) => {
    if (before === after) return '';
    const { lines, old, put } = differing(before, after);
    if (old.length + put.length > mostCompared) return undefined;
    const options = { context, maxEditLength: mostEdits, timeout: mostMs };
    const patch = structuredPatch('', '', old, put, undefined, undefined, options);
    const hunks = patch?.hunks ?? [oneHunk(linesOf(old), linesOf(put))];
    return hunks.map((hunk) => shownHunk(hunk, lines)).join('\n');
  },
};

interface Differing {
  /** Equal lines before. */
  readonly lines: number;
  /** From some lines before the first difference to some lines behind the last, whole lines. */
  readonly old: string;
  readonly put: string;
}

function differing(before: string, after: string): Differing {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before.charCodeAt(same) === after.charCodeAt(same)) same++;
  let start = same;
  for (let back = 0; back <= context && start > 0; back++) start = before.lastIndexOf('\n', start - 2) + 1;
  let tail = 0;
  const [last, lastAfter] = [before.length - 1, after.length - 1];
  while (tail < shorter - same && before.charCodeAt(last - tail) === after.charCodeAt(lastAfter - tail))
    tail++;
  let end = before.length - tail;
  for (let on = 0; on <= context && end < before.length; on++) end = lineEnd(before, end);
  const lines = before.slice(0, start).split('\n').length - 1;
  const rest = before.length - end;
  return { lines, old: before.slice(start, end), put: after.slice(start, after.length - rest) };
}

/** Behind the line the place is in. */
function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found === -1 ? text.length : found + 1;
}

/** Each with its end, if it has one. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function oneHunk(old: readonly string[], put: readonly string[]): StructuredPatchHunk {
  const shorter = Math.min(old.length, put.length);
  let same = 0;
  while (same < shorter && old[same] === put[same]) same++;
  let tail = 0;
  while (tail < shorter - same && old.at(-1 - tail) === put.at(-1 - tail)) tail++;
  return {
    ...{ oldStart: 1, oldLines: old.length, newStart: 1, newLines: put.length },
    lines: [
      ...old.slice(0, same).flatMap((line) => marked(' ', line)),
      ...old.slice(same, old.length - tail).flatMap((line) => marked('-', line)),
      ...put.slice(same, put.length - tail).flatMap((line) => marked('+', line)),
      ...put.slice(put.length - tail).flatMap((line) => marked(' ', line)),
    ],
  };
}

function marked(mark: string, line: string): readonly string[] {
  return line.endsWith('\n') ? [mark + line.slice(0, -1)] : [mark + line, '\\ No newline at end of file'];
}

/** Where there are no lines, the place is told by the line before it. */
function shownHunk(
  { oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk,
  above: number,
): string {
  const span = (start: number, count: number): string => `${start + above - (count === 0 ? 1 : 0)},${count}`;
  return [`@@ -${span(oldStart, oldLines)} +${span(newStart, newLines)} @@`, ...lines].join('\n');
}
