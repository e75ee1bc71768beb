// The todo list as lines of text, as the model and the person read it.

import { singleLine } from '../../base/single-line.ts';
import type { TodoItem } from './tool.ts';

const marks = { open: '[ ]', doing: '[~]', done: '[x]' } as const;

/** What the marks before the items mean. */
export const todoLegend = '([ ] open, [~] being done, [x] done)';

/** A line for each item, its state before it. */
export function todoLines(items: readonly TodoItem[]): readonly string[] {
  return items.map(({ text, state }) => `${marks[state]} ${singleLine(text)}`);
}
