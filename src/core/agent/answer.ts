// One answer of a provider, collected event by event: its parts in the order they came, and how it ended. What becomes
// of it is its caller's.

import type { Json } from '../../base/json.ts';
import { reasonOf } from '../../base/fail.ts';
import type { StopReason, TokenUsage } from '../provider/events.ts';
import type { ProviderFailure } from '../provider/failures.ts';
import type { Provider } from '../provider/provider.ts';
import type { ChatRequest } from '../provider/request.ts';
import { watchedStream, type WatchOptions } from '../provider/watch.ts';

export type AnswerPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string; readonly providerData: Json | undefined }
  | AnswerCall;

export interface AnswerCall {
  readonly kind: 'call';
  /** As the provider gave it: it may be blank, or that of another call. */
  readonly callId: string;
  readonly name: string;
  readonly input: string;
  readonly providerData: Json | undefined;
}

interface Collected {
  readonly parts: readonly AnswerPart[];
  /** Null when the provider reported nothing. */
  readonly usage: TokenUsage | null;
}

export type Answer =
  | (Collected & { readonly kind: 'complete'; readonly reason: StopReason })
  /** It ended before its end: `parts` is what had come. */
  | (Collected & { readonly kind: 'broken'; readonly failure: ProviderFailure });

/** Told of the pieces as they come. */
export interface AnswerListener {
  text(text: string): void;
  reasoning(text: string): void;
}

/** Asks once. Never throws: what a provider throws against its promise is an answer that cannot be read. */
export async function collectAnswer(
  question: { readonly provider: Provider; readonly request: ChatRequest; readonly watch: WatchOptions },
  listener: AnswerListener,
  signal: AbortSignal,
): Promise<Answer> {
  const { provider, request, watch } = question;
  const parts = new Parts();
  let usage: TokenUsage | null = null;
  try {
    for await (const event of watchedStream(provider, request, watch, signal)) {
      if (event.type === 'text') {
        parts.text(event.text);
        listener.text(event.text);
      } else if (event.type === 'reasoning') {
        parts.reasoning(event.text);
        listener.reasoning(event.text);
      } else if (event.type === 'reasoning-done') parts.thought(event.text, event.providerData);
      else if (event.type === 'tool-call') {
        const { callId, name, input, providerData } = event;
        parts.call({ kind: 'call', callId, name, input, providerData });
      } else if (event.type === 'usage') usage = event.usage;
      else if (event.type === 'stop')
        return { kind: 'complete', reason: event.reason, parts: parts.list, usage };
      else if (event.type === 'failure') {
        return { kind: 'broken', failure: event.failure, parts: parts.list, usage };
      }
    }
  } catch (error) {
    const failure: ProviderFailure = { kind: 'malformed', detail: reasonOf(error) };
    return { kind: 'broken', failure, parts: parts.list, usage };
  }
  const failure: ProviderFailure = { kind: 'cut-short', detail: 'the stream ended without an end' };
  return { kind: 'broken', failure, parts: parts.list, usage };
}

type OpenPart = { kind: 'text'; text: string } | { kind: 'reasoning'; text: string; isDone: boolean };

class Parts {
  readonly list: AnswerPart[] = [];
  private open: OpenPart | undefined;

  text(text: string): void {
    if (text === '') return;
    if (this.open?.kind !== 'text') this.begin({ kind: 'text', text: '' });
    this.grow(text);
  }

  reasoning(text: string): void {
    if (this.open?.kind !== 'reasoning' || this.open.isDone)
      this.begin({ kind: 'reasoning', text: '', isDone: false });
    this.grow(text);
  }

  /** A finished thought takes the place of its own pieces. */
  thought(text: string, providerData: Json): void {
    const place = this.list.findLastIndex(
      (part) => part.kind === 'reasoning' && part.providerData === undefined,
    );
    const isOwn = this.open?.kind === 'reasoning' && !this.open.isDone && place === this.list.length - 1;
    const part: AnswerPart = { kind: 'reasoning', text, providerData };
    if (isOwn) this.list[place] = part;
    else this.list.push(part);
    this.open = { kind: 'reasoning', text, isDone: true };
  }

  call(call: AnswerCall): void {
    this.open = undefined;
    this.list.push(call);
  }

  private begin(part: OpenPart): void {
    this.open = part;
    this.list.push(
      part.kind === 'text'
        ? { kind: 'text', text: '' }
        : { kind: 'reasoning', text: '', providerData: undefined },
    );
  }

  private grow(text: string): void {
    const place = this.list.length - 1;
    const part = this.list[place];
    if (part === undefined || part.kind === 'call') return;
    this.list[place] = { ...part, text: part.text + text };
  }
}
