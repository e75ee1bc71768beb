// The todo list as the sidecar keeps it: read back with a schema, because anyone may have edited the file.

import * as z from 'zod';
import type { Json } from '../../base/json.ts';
import type { TodoItem } from '../tools/tool.ts';

const todoSchema = z.array(z.object({ text: z.string(), state: z.enum(['open', 'doing', 'done']) }));

/** The items, or none when what is kept is no list of them. */
export function todoList(kept: Json): readonly TodoItem[] {
  const parsed = todoSchema.safeParse(kept);
  return parsed.success ? parsed.data : [];
}
