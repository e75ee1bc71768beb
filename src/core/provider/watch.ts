// Watches a provider's stream: it ends at once on abort, and with an `idle` failure when nothing comes for too long,
// whatever the provider does. Late events of an abandoned stream are never seen.

import { deriveAbort, whenAborted } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';
import { letGo } from '../../base/let-go.ts';
import type { ProviderEvent } from './events.ts';
import type { Provider } from './provider.ts';
import type { ChatRequest } from './request.ts';

export interface WatchOptions {
  readonly clock: Clock;
  /** Seconds without an event after which the request counts as failed; 0 waits for ever (design 13.7). */
  readonly idleSeconds: number;
}

type Step =
  | { readonly kind: 'event'; readonly result: IteratorResult<ProviderEvent> }
  | { readonly kind: 'idle' }
  | { readonly kind: 'aborted' };

/**
 * The provider's events, always closed by exactly one `stop` or `failure`; the provider is not asked when the signal has
 * already aborted. Throws only what a provider throws against its own promise.
 */
export async function* watchedStream(
  provider: Provider,
  request: ChatRequest,
  options: WatchOptions,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent> {
  if (signal.aborted) {
    yield { type: 'failure', failure: { kind: 'cancelled' } };
    return;
  }
  const own = deriveAbort(signal);
  const abandoned = whenAborted(own.signal);
  const iterator = provider.stream(request, own.signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await nextStep(iterator, abandoned.aborted, { ...options, signal: own.signal });
      if (step.kind === 'aborted') {
        yield { type: 'failure', failure: { kind: 'cancelled' } };
        return;
      }
      if (step.kind === 'idle') {
        yield { type: 'failure', failure: { kind: 'idle', seconds: options.idleSeconds } };
        return;
      }
      if (step.result.done === true) {
        yield { type: 'failure', failure: { kind: 'cut-short', detail: 'the stream ended without an end' } };
        return;
      }
      yield step.result.value;
      if (step.result.value.type === 'stop' || step.result.value.type === 'failure') return;
    }
  } finally {
    own.abort('superseded');
    own.release();
    abandoned.release();
    letGo(iterator);
  }
}

async function nextStep(
  iterator: AsyncIterator<ProviderEvent>,
  aborted: Promise<void>,
  options: WatchOptions & { readonly signal: AbortSignal },
): Promise<Step> {
  const timer = deriveAbort(options.signal);
  const idle = async (): Promise<Step> => {
    await options.clock.delay(options.idleSeconds * 1000, timer.signal);
    return timer.signal.aborted ? new Promise<Step>(() => undefined) : { kind: 'idle' };
  };
  try {
    return await Promise.race([
      aborted.then((): Step => ({ kind: 'aborted' })),
      iterator.next().then((result): Step => ({ kind: 'event', result })),
      ...(options.idleSeconds > 0 ? [idle()] : []),
    ]);
  } finally {
    timer.abort('superseded');
    timer.release();
  }
}
