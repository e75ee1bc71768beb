// What the guide says that does not depend on results.

import { firstCodePoints, isLongerThan } from '../../../base/code-points.ts';

export const help = [
  'I am the offline guide: a small set of rules that comes with Segue, not an AI. I understand these orders, and do them with the same tools a model would use:',
  '',
  '- `read src/main.ts` or `read src/main.ts 10-20`',
  '- `list` or `list src`',
  '- `find *.ts`, `find *.ts in src`',
  '- `search some words`, `search "some words" in src`',
  '- `run npm test`, `run npm start in the background`, then `output ID` and `stop ID` with the id of its execution',
  '- `edit src/main.ts: replace "a" with "b"`, or `replace all "a" with "b"`',
  '- `write notes.md: some text`, or a code block behind the colon',
  '- `todo [x] first; [~] second; third`',
  '- `ask Which one? (this / that)`',
  '- `go on`, `help`',
  '',
  'Several of them go into one message: on lines of their own, or joined by `then` to come one after the other, or by `and` to run side by side. To have questions answered and code written, choose a model.',
].join('\n');

export const introduction =
  'I am the offline guide: a small set of rules, not an AI. Say `help` to see what I understand, or choose a model.';

export const nothingLeft = 'Nothing of what you asked is left to do.';

export const allDone = 'That was the last of what you asked.';

export function notUnderstood(part: string): string {
  return `I do not understand ${quoted(part)}, so I do nothing of that message.`;
}

export function leftOut(words: readonly string[]): string {
  return `Left out, because no tool for it is here: ${words.map(quoted).join(', ')}.`;
}

export function nextOrders(words: readonly string[]): string {
  return `Next: ${words.map(quoted).join(', ')}.`;
}

/** As code of one line; what would end it is replaced. */
export function quoted(words: string): string {
  const line = words.replace(/\s+/g, ' ').replaceAll('`', "'").trim();
  const shown = isLongerThan(line, longest) ? `${firstCodePoints(line, longest)}…` : line;
  return `\`${shown}\``;
}

const longest = 120;
