// Items that came out of the service and go back in: their ids, what reasoning needs around it, and what may be sent
// to a service that keeps nothing.

import { violation } from '../place.ts';
import type { Item } from './items.ts';

/**
 * `store` is the request's; left out, the service keeps items. That a call still has the reasoning it was returned
 * with cannot be told from the request.
 */
export function keptItemViolations(items: readonly Item[], store: boolean | null | undefined): string[] {
  const kept = store !== false;
  return [...repeatedIds(items), ...loneReasoning(items), ...(kept ? [] : missingContent(items))];
}

function repeatedIds(items: readonly Item[]): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const id = 'id' in item ? (item.id ?? undefined) : undefined;
    if (id === undefined) continue;
    if (seen.has(id)) found.push(violation(['input', index, 'id'], `a second item with id ${id}`));
    seen.add(id);
  }
  return found;
}

function loneReasoning(items: readonly Item[]): string[] {
  return items.flatMap((item, index) => {
    if (item.type !== 'reasoning') return [];
    const next = items[index + 1];
    const followed =
      next !== undefined &&
      (next.type === 'reasoning' ||
        next.type === 'function_call' ||
        next.type === 'item_reference' ||
        ('role' in next && next.role === 'assistant'));
    return followed ? [] : [violation(['input', index], 'reasoning must be followed by the item it led to')];
  });
}

function missingContent(items: readonly Item[]): string[] {
  return items.flatMap((item, index) => {
    if (item.type === 'item_reference') {
      return [violation(['input', index], 'cannot be found: items are not kept while store is false')];
    }
    if (item.type !== 'reasoning') return [];
    const { encrypted_content: content } = item;
    return content === undefined || content === null || content === ''
      ? [violation(['input', index], 'needs encrypted_content while store is false')]
      : [];
  });
}
