// Function calls and their outputs among the input items.

import { violation, type Path } from '../place.ts';
import type { Item } from './items.ts';

/**
 * Each call has one output, after it. The service looks for the output anywhere behind the call; servers that replay
 * the items as a chat need it before the next word of the user, so that is judged.
 */
export function callViolations(items: readonly Item[]): string[] {
  const found: string[] = [];
  const called = new Set<string>();
  const answered = new Set<string>();
  let open = new Map<string, Path>();
  for (const [index, item] of items.entries()) {
    const path: Path = ['input', index];
    if (item.type === 'function_call') {
      if (called.has(item.call_id)) found.push(violation([...path, 'call_id'], 'call ids must be unique'));
      called.add(item.call_id);
      open.set(item.call_id, path);
    } else if (item.type === 'function_call_output') {
      if (answered.has(item.call_id)) {
        found.push(violation([...path, 'call_id'], `a second output for ${item.call_id}`));
      } else if (!called.has(item.call_id)) {
        found.push(violation([...path, 'call_id'], `no function call ${item.call_id} before`));
      }
      answered.add(item.call_id);
      open.delete(item.call_id);
    } else if ('role' in item && item.role !== 'assistant') {
      found.push(...unanswered(open));
      open = new Map();
    }
  }
  return [...found, ...unanswered(open)];
}

function unanswered(open: ReadonlyMap<string, Path>): string[] {
  return [...open].map(([id, path]) =>
    violation(path, `no output for function call ${id} before the next message`),
  );
}
