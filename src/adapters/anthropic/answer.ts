// One Messages answer as it grows: which blocks are open, what was counted, why it stopped. Both ways of delivery feed
// it, so a streamed and a one-piece answer give the same events.

import type { Json, JsonObject } from '../../base/json.ts';
import { grownInput } from '../../core/provider/call-input.ts';
import type { ProviderEvent, StopReason } from '../../core/provider/events.ts';
import { laterUsage, tokenUsage } from './usage.ts';
import type { ContentBlock, ContentDelta } from './wire.ts';

interface OpenBlock {
  readonly block: ContentBlock;
  /** Text, thought, or arguments as JSON text. */
  written: string;
  signature: string;
}

export class Answer {
  private stopReason: string | undefined;
  private usage: JsonObject = {};
  private readonly blocks = new Map<number, OpenBlock>();
  private calls = 0;

  /** Counts so far; a later report replaces what it repeats. */
  report(usage: unknown): void {
    this.usage = laterUsage(this.usage, usage);
  }

  stopped(reason: string | null | undefined): void {
    this.stopReason = reason ?? this.stopReason;
  }

  *open(place: number, block: ContentBlock): Generator<ProviderEvent> {
    const written =
      (block.type === 'thinking' ? block.thinking : block.type === 'text' ? block.text : '') ?? '';
    this.blocks.set(place, { block, written, signature: block.signature ?? '' });
    yield* piece(block.type, written);
  }

  *add(place: number, delta: ContentDelta): Generator<ProviderEvent> {
    const open = this.blocks.get(place);
    if (open === undefined) return;
    open.signature += delta.signature ?? '';
    const written = delta.text ?? delta.thinking ?? delta.partial_json ?? '';
    // Arguments alone can be refused for their length.
    open.written =
      open.block.type === 'tool_use' ? grownInput(open.written, written) : open.written + written;
    yield* piece(open.block.type, written);
  }

  *close(place: number): Generator<ProviderEvent> {
    const open = this.blocks.get(place);
    this.blocks.delete(place);
    if (open === undefined) return;
    const { block, written, signature } = open;
    if (block.type === 'thinking') {
      const providerData: Json = { type: 'thinking', thinking: written, signature };
      yield { type: 'reasoning-done', text: written, providerData };
    } else if (block.type === 'redacted_thinking') {
      const providerData: Json = { type: 'redacted_thinking', data: block.data ?? '' };
      yield { type: 'reasoning-done', text: '', providerData };
    } else if (block.type === 'tool_use') {
      this.calls++;
      const input = written === '' ? JSON.stringify(block.input ?? {}) : written;
      yield { type: 'tool-call', callId: block.id ?? '', name: block.name ?? '', input };
    }
  }

  /** What was left open is closed first: some servers forget to. */
  *end(): Generator<ProviderEvent> {
    for (const place of [...this.blocks.keys()]) yield* this.close(place);
    const usage = tokenUsage(this.usage);
    if (usage !== undefined) yield { type: 'usage', usage };
    yield this.stopReason === 'model_context_window_exceeded' ? windowExceeded : this.stop();
  }

  private stop(): ProviderEvent {
    const reason = stopReasons[this.stopReason ?? ''] ?? 'end';
    return { type: 'stop', reason: reason === 'end' && this.calls > 0 ? 'tool-use' : reason };
  }
}

/** A paused turn is no whole answer: like one that reached its limit, it would have gone on. */
const stopReasons: Readonly<Record<string, StopReason>> = {
  max_tokens: 'length',
  pause_turn: 'length',
  tool_use: 'tool-use',
  refusal: 'refusal',
};

const windowExceeded: ProviderEvent = {
  type: 'failure',
  failure: { kind: 'overflow', detail: 'the answer filled the rest of the context window' },
};

function* piece(type: string, text: string): Generator<ProviderEvent> {
  if (text === '') return;
  if (type === 'text') yield { type: 'text', text };
  else if (type === 'thinking') yield { type: 'reasoning', text };
}
