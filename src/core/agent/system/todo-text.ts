// The todo list as the system prompt shows it.

import { singleLine } from '../../../base/single-line.ts';
import type { PromptLibrary } from '../../prompts/prompts.ts';
import type { TodoItem } from '../../tools/tool.ts';

const marks = { open: '[ ]', doing: '[~]', done: '[x]' } as const;

/** Empty when there is no list. */
export function todoText(items: readonly TodoItem[], prompts: PromptLibrary): string {
  if (items.length === 0) return '';
  const lines = items.map(({ text, state }) => `- ${marks[state]} ${singleLine(text)}`);
  return `${prompts.text('system/todo', {})}\n\n${lines.join('\n')}\n\n(${legend})`;
}

const legend = '[ ] open, [~] being done, [x] done';
