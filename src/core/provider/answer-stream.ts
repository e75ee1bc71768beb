// Keeps what the provider port promises, for every adapter alike: exactly one ending, cancellation at once, nothing
// thrown, nothing after the end, and a closed connection when the reader leaves. Adapters own how events are made.

import { deriveAbort } from '../../base/abort.ts';
import { letGo } from '../../base/let-go.ts';
import type { ProviderEvent } from './events.ts';
import { readableDetail } from './http-failures.ts';
import { malformed } from './malformed.ts';

/**
 * Starts one request and yields what comes back. It may end without a terminal event and may go on after one; what it
 * throws is taken for an answer that could not be read. `beat` tells of a sign of life that is no event of its own.
 */
export type OpenAnswer = (beat: () => void, signal: AbortSignal) => AsyncIterable<ProviderEvent>;

/**
 * The events of one answer, ending with one `stop` or one `failure`. After an abort the next event is the failure
 * `cancelled`, whatever the provider does; an answer without an ending is `cut-short`. Leaving early, also while an
 * event is awaited, aborts the request. Every iteration is a request of its own.
 */
export function answerStream(open: OpenAnswer, signal: AbortSignal): AsyncIterable<ProviderEvent> {
  return {
    [Symbol.asyncIterator]: () => {
      const own = deriveAbort(signal);
      const events = settle(open, own.signal);
      const close = (): void => {
        own.abort('dispose');
        own.release();
      };
      return {
        next: async () => {
          const result = await events.next();
          if (result.done === true) close();
          return result;
        },
        return: () => {
          close();
          return events.return(undefined);
        },
      };
    },
  };
}

type Step =
  | { readonly kind: 'event'; readonly event: ProviderEvent }
  | { readonly kind: 'end' }
  | { readonly kind: 'thrown'; readonly error: unknown };

async function* settle(open: OpenAnswer, signal: AbortSignal): AsyncGenerator<ProviderEvent, undefined> {
  const inbox = new Inbox(signal);
  let source: AsyncIterator<ProviderEvent> | undefined;
  try {
    if (signal.aborted) {
      yield cancelled;
      return;
    }
    source = open(() => inbox.beat(), signal)[Symbol.asyncIterator]();
    inbox.request(source);
    for (;;) {
      const found = await inbox.take();
      if (found === 'alive') {
        yield { type: 'alive' };
        continue;
      }
      if (found === 'cancelled') yield cancelled;
      else if (found.kind === 'thrown')
        yield malformed(
          readableDetail(found.error instanceof Error ? found.error.message : String(found.error)),
        );
      else if (found.kind === 'end') yield withoutEnding;
      else {
        yield found.event;
        if (!isTerminal(found.event)) {
          inbox.request(source);
          continue;
        }
      }
      return;
    }
  } finally {
    inbox.close();
    // What it holds are the request's bytes, among others.
    letGo(source);
  }
}

/** Where the reader looks: cancellation comes before an event, an event before a sign of life. */
class Inbox {
  private readonly signal: AbortSignal;
  private step: Step | undefined;
  private beaten = false;
  private wake: () => void = () => undefined;
  private readonly look = (): void => this.wake();

  constructor(signal: AbortSignal) {
    this.signal = signal;
    signal.addEventListener('abort', this.look);
  }

  beat(): void {
    this.beaten = true;
    this.wake();
  }

  /** Asks for one more event; the answer, an error included, lands here even when nobody waits any more. */
  request(source: AsyncIterator<ProviderEvent>): void {
    source.next().then(
      (result) => this.put(result.done === true ? { kind: 'end' } : { kind: 'event', event: result.value }),
      (error: unknown) => this.put({ kind: 'thrown', error }),
    );
  }

  async take(): Promise<Step | 'cancelled' | 'alive'> {
    for (;;) {
      if (this.signal.aborted) return 'cancelled';
      const step = this.step;
      if (step !== undefined) {
        this.step = undefined;
        this.beaten = false;
        return step;
      }
      if (this.beaten) {
        this.beaten = false;
        return 'alive';
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  close(): void {
    this.signal.removeEventListener('abort', this.look);
  }

  private put(step: Step): void {
    this.step = step;
    this.wake();
  }
}

const cancelled: ProviderEvent = { type: 'failure', failure: { kind: 'cancelled' } };

const withoutEnding: ProviderEvent = {
  type: 'failure',
  failure: { kind: 'cut-short', detail: 'it ended without its closing event' },
};

function isTerminal(event: ProviderEvent): boolean {
  return event.type === 'stop' || event.type === 'failure';
}
