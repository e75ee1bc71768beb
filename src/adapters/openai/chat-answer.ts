// One Chat Completions answer as it grows. Both ways of delivery feed it, so a streamed and a one-piece answer give the
// same events. Terminal is a finish reason, or the line `[DONE]` where a server gives no reason.

import type { Ids } from '../../base/ids.ts';
import type { ProviderEvent, StopReason, TokenUsage } from '../../core/provider/events.ts';
import { ChatCalls } from './chat-calls.ts';
import type { ChatMessage } from './chat-wire.ts';

export class ChatAnswer {
  private readonly calls: ChatCalls;
  private thought = '';
  private thinking = false;
  private refused = false;
  private reason: string | undefined;
  private usage: TokenUsage | undefined;

  constructor(ids: Ids) {
    this.calls = new ChatCalls(ids);
  }

  /** A piece of the message, or all of it. */
  *add(message: ChatMessage): Generator<ProviderEvent> {
    const thought = message.reasoning_content ?? message.reasoning ?? '';
    if (thought !== '') {
      this.thinking = true;
      this.thought += thought;
      yield { type: 'reasoning', text: thought };
    }
    const refusal = message.refusal ?? '';
    if (refusal !== '') this.refused = true;
    const text = (message.content ?? '') + refusal;
    if (text !== '') {
      yield* this.closeThought();
      yield { type: 'text', text };
    }
    for (const call of message.tool_calls ?? []) this.calls.add(call);
  }

  finished(reason: string | null | undefined): void {
    if (reason !== null && reason !== undefined && reason !== '') this.reason = reason;
  }

  report(usage: TokenUsage | undefined): void {
    this.usage = usage ?? this.usage;
  }

  /** True once the server said why it stopped. */
  get isFinished(): boolean {
    return this.reason !== undefined;
  }

  /** True when nothing more can come: the counts are the last a server sends. */
  get isComplete(): boolean {
    return this.isFinished && this.usage !== undefined;
  }

  *end(): Generator<ProviderEvent> {
    yield* this.closeThought();
    yield* this.calls.events();
    if (this.usage !== undefined) yield { type: 'usage', usage: this.usage };
    yield this.ending();
  }

  /** This API takes no thought back, so nothing is kept with it. */
  private *closeThought(): Generator<ProviderEvent> {
    if (!this.thinking) return;
    this.thinking = false;
    yield { type: 'reasoning-done', text: this.thought, providerData: null };
    this.thought = '';
  }

  private ending(): ProviderEvent {
    const failed = failedReasons[this.reason ?? ''];
    if (failed !== undefined)
      return { type: 'failure', failure: { kind: 'server', status: 500, detail: failed } };
    if (this.refused) return { type: 'stop', reason: 'refusal' };
    const reason = stopReasons[this.reason ?? ''] ?? 'end';
    return { type: 'stop', reason: reason === 'end' && this.calls.count > 0 ? 'tool-use' : reason };
  }
}

const stopReasons: Readonly<Record<string, StopReason>> = {
  length: 'length',
  content_filter: 'refusal',
  tool_calls: 'tool-use',
  function_call: 'tool-use',
};

/** Reasons by which routers and servers say that the answer is not whole. */
const failedReasons: Readonly<Record<string, string>> = {
  error: 'the server stopped with an error',
  abort: 'the server gave up the request',
  insufficient_system_resource: 'the server ran out of resources',
};
