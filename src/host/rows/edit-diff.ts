// A proposed edit as lines to look at: what is removed, what is added, and a little of what stays around it.

import { structuredPatch } from 'diff';
import { visibleText } from '../../base/visible-text.ts';
import type { EditReview } from '../../core/tools/person.ts';
import type { DiffLine, ToolAsk } from '../../protocol/rows.ts';

/** Lines of a diff a row carries at most; the diff editor shows all of it. */
const mostLines = 400;
const mostLineLength = 1000;
/** Files larger than this are not compared line by line here. */
const mostCompared = 2_000_000;

export function editAsk(review: EditReview): Extract<ToolAsk, { kind: 'edit' }> {
  const all = diffLines(review.before, review.after);
  const left = all === undefined ? review.after.split('\n').length : all.length - mostLines;
  return {
    kind: 'edit',
    path: review.path,
    isNew: review.isNew,
    ...(review.rule === undefined ? {} : { rule: review.rule }),
    lines: all?.slice(0, mostLines) ?? [],
    omittedLines: Math.max(0, left),
  };
}

/** Undefined for files too large to be compared here. */
function diffLines(before: string, after: string): DiffLine[] | undefined {
  if (before.length + after.length > mostCompared) return undefined;
  // Bounded: two long texts without anything in common would otherwise stop everything for minutes.
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: 3,
    maxEditLength: 1000,
  });
  if (patch === undefined) return [...signed(before, 'removed'), ...signed(after, 'added')];
  return patch.hunks.flatMap((hunk, place) => {
    const lines = hunk.lines.map((line) => diffLine(line));
    return place === 0 ? lines : [{ sign: 'gap' as const, text: `@@ ${hunk.newStart} @@` }, ...lines];
  });
}

function diffLine(line: string): DiffLine {
  const text = shownLine(line.slice(1));
  switch (line[0]) {
    case '+':
      return { sign: 'added', text };
    case '-':
      return { sign: 'removed', text };
    case ' ':
      return { sign: 'same', text };
    default:
      return { sign: 'gap', text: line };
  }
}

function signed(text: string, sign: 'added' | 'removed'): DiffLine[] {
  return text.split('\n').map((line) => ({ sign, text: shownLine(line) }));
}

/** Nobody accepts what they could not see: hidden characters are shown, and a line that is cut says so. */
function shownLine(line: string): string {
  const bare = line.endsWith('\r') ? line.slice(0, -1) : line;
  const left = bare.length - mostLineLength;
  return visibleText(bare.slice(0, mostLineLength)) + (left > 0 ? ` […${left} more characters]` : '');
}
