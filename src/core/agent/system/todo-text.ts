// The todo list as the system prompt shows it.

import type { PromptLibrary } from '../../prompts/prompts.ts';
import { todoLegend, todoLines } from '../../tools/todo-lines.ts';
import type { TodoItem } from '../../tools/tool.ts';

/** Empty when there is no list. */
export function todoText(items: readonly TodoItem[], prompts: PromptLibrary): string {
  if (items.length === 0) return '';
  const lines = todoLines(items).map((line) => `- ${line}`);
  return `${prompts.text('system/todo', {})}\n\n${lines.join('\n')}\n\n${todoLegend}`;
}
