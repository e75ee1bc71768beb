// Folds what nobody can read: long runs of base64 or of minified text (design 13.1).

import { codePointLength } from '../../base/code-points.ts';

const shortestRun = 1000;
/** Tried only where a run begins: from each place within a long word it would take the word’s length once more. */
const unbroken = /(?<!\S)\S{1000,}/g;

/**
 * The text with every unbroken run of 1000 characters and more replaced by a placeholder. Scripts written without
 * spaces are left alone: a run counts only when nearly all of it is ASCII.
 */
export function foldRuns(text: string): string {
  if (text.length < shortestRun) return text;
  return text.replace(unbroken, (run) => {
    const length = codePointLength(run);
    return length >= shortestRun && isMostlyAscii(run) ? `[segue: ${length} unreadable chars folded]` : run;
  });
}

function isMostlyAscii(run: string): boolean {
  let ascii = 0;
  for (let unit = 0; unit < run.length; unit++) if (run.charCodeAt(unit) < 0x80) ascii++;
  return ascii >= run.length * 0.9;
}
