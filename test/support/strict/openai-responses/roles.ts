// Who opens and who closes the input. OpenAI takes any order; servers that replay the items as a chat by a model's own
// template refuse one that opens with the assistant or leaves it nothing to answer.

import { violation } from '../place.ts';
import type { Item } from './items.ts';

export function roleViolations(items: readonly Item[]): string[] {
  const found: string[] = [];
  const first = items.findIndex(
    (item) => !('role' in item) || (item.role !== 'system' && item.role !== 'developer'),
  );
  const opening = items[first];
  if (opening !== undefined && isAssistants(opening)) {
    found.push(violation(['input', first], 'the conversation must open with the user'));
  }
  const last = items.at(-1);
  if (last !== undefined && 'role' in last && last.role === 'assistant') {
    found.push(violation(['input', items.length - 1], 'the conversation must not close with the assistant'));
  }
  return found;
}

function isAssistants(item: Item): boolean {
  return 'role' in item
    ? item.role === 'assistant'
    : item.type === 'reasoning' || item.type === 'function_call';
}
