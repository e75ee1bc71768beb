// How a command fails: one line that says what, why and what to do, and the exit status.

import { firstCodePoints, isLongerThan } from '../base/code-points.ts';
import { printable } from '../core/export/printable.ts';

export interface CliFailure {
  /** 1: it could not be done. 2: it was asked wrongly. 130: it was cancelled. */
  readonly exit: 1 | 2 | 130;
  /** One line, without the `segue: ` in front. */
  readonly message: string;
}

export function usageFailure(message: string): CliFailure {
  return { exit: 2, message };
}

export function failure(message: string): CliFailure {
  return { exit: 1, message };
}

export const cancelled: CliFailure = { exit: 130, message: 'cancelled, the session is as it was before' };

/** Whatever a message is made of, it is one line on a terminal and steers none. */
export function asOneLine(text: string): string {
  return printable(text.replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' ').trim());
}

const mostQuoted = 120;

/** A word a person gave, as a message shows it: quoted, and cut when it is long. */
export function quote(word: string): string {
  const shown = isLongerThan(word, mostQuoted) ? `${firstCodePoints(word, mostQuoted)}…` : word;
  return printable(JSON.stringify(shown));
}
