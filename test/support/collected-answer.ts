// Reads a provider's answer to its end and shows it in the form tests compare.

import type { ProviderEvent } from '../../src/core/provider/events.ts';
import type { ProviderFailure } from '../../src/core/provider/failures.ts';

export async function collected(events: AsyncIterable<ProviderEvent>): Promise<ProviderEvent[]> {
  const list: ProviderEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

/** The events without signs of life, with neighbouring pieces of text or thought joined, since pieces are by chance. */
export function joined(events: readonly ProviderEvent[]): ProviderEvent[] {
  const list: ProviderEvent[] = [];
  for (const event of events) {
    if (event.type === 'alive') continue;
    const last = list.at(-1);
    if (event.type === 'text' && last?.type === 'text') {
      list[list.length - 1] = { type: 'text', text: last.text + event.text };
    } else if (event.type === 'reasoning' && last?.type === 'reasoning') {
      list[list.length - 1] = { type: 'reasoning', text: last.text + event.text };
    } else list.push(event);
  }
  return list;
}

/** How the answer ended, when that is a failure. */
export function failureIn(events: readonly ProviderEvent[]): ProviderFailure | undefined {
  const last = events.at(-1);
  return last?.type === 'failure' ? last.failure : undefined;
}

/** All text of the answer. */
export function textIn(events: readonly ProviderEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

export function endingsIn(events: readonly ProviderEvent[]): ProviderEvent[] {
  return events.filter((event) => event.type === 'stop' || event.type === 'failure');
}
