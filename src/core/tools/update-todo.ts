// The tool update_todo: the list of what is still to be done, replaced whole.

import * as z from 'zod';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { answer } from './outcomes.ts';
import type { Tool, TodoItem } from './tool.ts';

/** Its name. */
export const updateTodo = 'update_todo';

const input = z.object({
  items: z
    .array(z.object({ text: z.string().trim().min(1).max(500), state: z.enum(['open', 'doing', 'done']) }))
    .max(100)
    .describe('the whole list as it is now, in order'),
});

type Input = z.infer<typeof input>;

export function updateTodoTool(deps: { readonly prompts: PromptLibrary }): Tool<Input> {
  return {
    name: updateTodo,
    description: deps.prompts.text('tools/update_todo', {}),
    input,
    needsTrust: false,
    label: ({ items }) => todoLabel(items),
    need: () => Promise.resolve({ kind: 'none' }),
    run: ({ items }) => Promise.resolve({ ...answer(told(items)), todo: items }),
  };
}

/** The list in a line: how far it is, and what is being done. */
export function todoLabel(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'empty';
  const now = items.find(({ state }) => state === 'doing');
  return `${countOf(items, 'done')} of ${items.length} done${now === undefined ? '' : `: ${now.text}`}`;
}

/** The items the call was given; undefined for a call that was given something else. */
export function todoOf(given: unknown): readonly TodoItem[] | undefined {
  const parsed = input.safeParse(given);
  return parsed.success ? parsed.data.items : undefined;
}

function told(items: readonly TodoItem[]): string {
  if (items.length === 0) return 'The list is empty now.';
  const counts = (['done', 'doing', 'open'] as const).map((state) => `${countOf(items, state)} ${state}`);
  return `The list is kept: ${counts.join(', ')}.`;
}

function countOf(items: readonly TodoItem[], state: TodoItem['state']): number {
  return items.filter((item) => item.state === state).length;
}
