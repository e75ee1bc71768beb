// The tool calls of one chat answer, put together from their pieces. Servers that leave out the index or the id, or
// give one index to several calls, are understood; an id that is missing or repeated is replaced.

import type { Ids } from '../../base/ids.ts';
import { grownInput } from '../../core/provider/call-input.ts';
import type { ProviderEvent } from '../../core/provider/events.ts';
import type { ChatCall } from './chat-wire.ts';

interface OpenCall {
  readonly index: number | undefined;
  id: string;
  name: string;
  input: string;
}

export class ChatCalls {
  private readonly ids: Ids;
  private readonly calls: OpenCall[] = [];

  constructor(ids: Ids) {
    this.ids = ids;
  }

  get count(): number {
    return this.calls.length;
  }

  /** One piece: of the call with its index or id, of a new call, or of the latest where it tells neither. */
  add(piece: ChatCall): void {
    const id = piece.id ?? '';
    const index = piece.index ?? undefined;
    const call = this.find(id, index) ?? this.open(index);
    if (call.id === '') call.id = id;
    if (call.name === '') call.name = piece.function?.name ?? '';
    call.input = grownInput(call.input, piece.function?.arguments ?? '');
  }

  /** The calls in the order in which they began. */
  *events(): Generator<ProviderEvent> {
    const used = new Set<string>();
    for (const { id, name, input } of this.calls) {
      const callId = id === '' || used.has(id) ? this.ids.next('call') : id;
      used.add(callId);
      yield { type: 'tool-call', callId, name, input: input === '' ? '{}' : input };
    }
  }

  private find(id: string, index: number | undefined): OpenCall | undefined {
    if (index === undefined && id === '') return this.calls.at(-1);
    return this.calls.findLast((call) => {
      const sameId = id === '' || call.id === '' || call.id === id;
      return index === undefined ? call.id === id : call.index === index && sameId;
    });
  }

  private open(index: number | undefined): OpenCall {
    const call: OpenCall = { index, id: '', name: '', input: '' };
    this.calls.push(call);
    return call;
  }
}
