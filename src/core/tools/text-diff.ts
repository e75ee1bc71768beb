// The port to the difference of two texts, and how much of one a model is shown.

import { codePointLength, firstCodePoints, isLongerThan } from '../../base/code-points.ts';

export interface TextDiff {
  /**
   * A unified diff with three lines of context, without file names; `''` when the texts are equal, undefined when far
   * more differs than anybody would read. Quick for any texts, and for that not always the shortest.
   */
  unified(before: string, after: string): string | undefined;
}

const mostShown = 8000;

/** The diff as a result shows it, up to whole lines. */
export function shownDiff(diff: string | undefined): string {
  if (diff === undefined) return '[segue: too much changed to be shown as a diff]';
  if (!isLongerThan(diff, mostShown)) return diff;
  const shown = firstCodePoints(diff, mostShown).replace(/\n[^\n]*$/, '');
  const omitted = codePointLength(diff) - codePointLength(shown);
  return `${shown}\n[segue: ${omitted} more characters of the diff are not shown]`;
}
