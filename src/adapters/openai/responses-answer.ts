// One Responses answer as it grows: what was already told of each item, and how it ends. Both ways of delivery feed it,
// so a streamed and a one-piece answer give the same events.

import type { Json } from '../../base/json.ts';
import type { ProviderEvent } from '../../core/provider/events.ts';
import { malformed } from '../../core/provider/malformed.ts';
import { openAiErrorObject } from './failures.ts';
import type { OutputItem, ResponseObject } from './responses-wire.ts';
import { responsesUsage } from './usage.ts';

/** Where a piece belongs: servers are not equally careful with ids and places, so both are told. */
export interface Place {
  readonly item_id?: string | undefined;
  readonly output_index: number;
}

export class ResponsesAnswer {
  /** Items whose text has begun to come in pieces, by id and by place. */
  private readonly begun = new Set<string | number>();
  private readonly told = new Set<string>();
  private itemsCame = false;
  private calls = 0;
  private refused = false;

  *text(place: Place, text: string): Generator<ProviderEvent> {
    this.begin(place);
    if (text !== '') yield { type: 'text', text };
  }

  refusal(place: Place, text: string): Generator<ProviderEvent> {
    this.refused = true;
    return this.text(place, text);
  }

  *thought(place: Place, text: string): Generator<ProviderEvent> {
    this.begin(place);
    if (text !== '') yield { type: 'reasoning', text };
  }

  /** An item as a whole; what came of it in pieces is not told again. */
  *item(place: number, item: OutputItem): Generator<ProviderEvent> {
    this.itemsCame = true;
    if (item.id !== undefined && this.told.has(item.id)) return;
    if (item.id !== undefined) this.told.add(item.id);
    const isNew = !this.begun.has(place) && (item.id === undefined || !this.begun.has(item.id));
    const here: Place = { item_id: item.id, output_index: place };
    if (item.type === 'message') {
      for (const part of item.content ?? []) {
        if (part.refusal !== undefined) this.refused = true;
        if (isNew) yield* this.text(here, part.text ?? part.refusal ?? '');
      }
    } else if (item.type === 'reasoning') {
      const text = thoughtText(item);
      if (isNew) yield* this.thought(here, text);
      yield { type: 'reasoning-done', text, providerData: keptThought(item) };
    } else if (item.type === 'function_call') {
      this.calls++;
      const input = item.arguments === undefined || item.arguments === '' ? '{}' : item.arguments;
      yield { type: 'tool-call', callId: item.call_id ?? item.id ?? '', name: item.name ?? '', input };
    }
  }

  /** The end of a response that completed or stopped at a limit. A server that told no items has them here. */
  *end(response: ResponseObject): Generator<ProviderEvent> {
    if (!this.itemsCame) {
      for (const [place, item] of response.output.entries()) yield* this.item(place, item);
    }
    const usage = responsesUsage(response.usage);
    if (usage !== undefined) yield { type: 'usage', usage };
    yield this.ending(response);
  }

  /** A response that failed tells why in its own error object. */
  failed(error: unknown): ProviderEvent {
    const failure = openAiErrorObject(error);
    return failure === undefined
      ? malformed('the response failed without a reason')
      : { type: 'failure', failure };
  }

  private begin({ item_id: id, output_index: place }: Place): void {
    this.begun.add(place);
    if (id !== undefined) this.begun.add(id);
  }

  private ending(response: ResponseObject): ProviderEvent {
    if (response.status === 'failed' || response.status === 'cancelled') return this.failed(response.error);
    const cut = response.incomplete_details?.reason;
    if (cut === 'content_filter' || this.refused) return { type: 'stop', reason: 'refusal' };
    if (response.status === 'incomplete') return { type: 'stop', reason: 'length' };
    return { type: 'stop', reason: this.calls > 0 ? 'tool-use' : 'end' };
  }
}

/** The summary, or the thinking itself where a server shows that instead. */
function thoughtText(item: OutputItem): string {
  const parts = item.summary === undefined || item.summary.length === 0 ? (item.content ?? []) : item.summary;
  return parts.map((part) => part.text ?? '').join('\n\n');
}

/** What goes back to the service: only an encrypted thought can, since the service keeps nothing itself. */
function keptThought(item: OutputItem): Json {
  const { id, encrypted_content: encrypted } = item;
  if (id === undefined || encrypted === undefined || encrypted === null || encrypted === '') return null;
  const summary = (item.summary ?? []).map(({ text }) => ({ type: 'summary_text', text }));
  return { type: 'reasoning', id, summary, encrypted_content: encrypted };
}
