// Fenced code in Markdown: making fences that hold anything, and telling which lines of a foreign text are code.

import { printable } from '../printable.ts';

/** How strictly a line counts as a fence: in lists and quotes too, or only where it stands by itself. */
export type FenceReading = 'anywhere' | 'top-level';

const fences: Readonly<Record<FenceReading, RegExp>> = {
  anywhere: /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})(.*)$/,
  'top-level': /^ {0,3}(`{3,}|~{3,})(.*)$/,
};

/** Follows the lines of a text; `isCode` is true for fences and what is between them. */
export class FenceReader {
  private readonly pattern: RegExp;
  private open: string | undefined;

  constructor(reading: FenceReading) {
    this.pattern = fences[reading];
  }

  /** A fence was opened and not closed so far. */
  get isOpen(): boolean {
    return this.open !== undefined;
  }

  isCode(line: string): boolean {
    const found = this.pattern.exec(line);
    const [, marks = '', rest = ''] = found ?? [];
    if (this.open === undefined) {
      // A backtick in what follows makes it code within a line.
      if (found === null || (marks.startsWith('`') && rest.includes('`'))) return false;
      this.open = marks;
      return true;
    }
    const closes = marks.startsWith(this.open) && rest.trim() === '';
    if (closes) this.open = undefined;
    return true;
  }
}

/** The text between fences longer than any run of backticks in it. */
export function fenced(text: string, language = ''): string {
  const shown = printable(text);
  let longest = 2;
  for (const [run] of shown.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown}${shown.endsWith('\n') ? '' : '\n'}${fence}`;
}
