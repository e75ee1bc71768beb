// Paths as words of a command that can be pasted back into a shell.

import { printable } from '../core/export/printable.ts';

const plain = /^[\p{L}\p{N}_@%+=:,./-]+$/u;

/** The text as one word of a POSIX shell; control characters are escaped, so that none reaches the terminal. */
export function shellWord(text: string): string {
  if (plain.test(text)) return text;
  const quoted = text.replaceAll("'", "'\\''");
  if (printable(text) === text && !/[\t\n]/.test(text)) return `'${quoted}'`;
  // Only this kind of quotes takes escapes; bash, zsh and ksh know it.
  const escaped = text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `$'${printable(escaped)}'`;
}
