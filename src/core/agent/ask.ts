// One request of a turn, asked until it is answered or cannot be: streams, keeps, drops and asks again. Its answer is no
// record yet.

import { isAborted } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';
import { describeProviderFailure } from '../provider/failures.ts';
import type { Provider } from '../provider/provider.ts';
import type { ChatRequest } from '../provider/request.ts';
import { collectAnswer, type Answer, type AnswerListener } from './answer.ts';
import type { Activity, Emit } from './events.ts';
import { waitBeforeRetry } from './provider-retry.ts';
import type { StreamKeeper } from './stream-keeper.ts';

export interface Asking {
  readonly turn: number;
  readonly requestId: string;
  readonly request: ChatRequest;
  readonly provider: Provider;
  /** Seconds without a sign of life; 0 waits for ever. */
  readonly idleSeconds: number;
}

export interface AskPorts {
  readonly clock: Clock;
  readonly emit: Emit;
  readonly keeper: StreamKeeper;
  readonly show: (activity: Activity) => void;
}

/**
 * Asks up to four times. A failed try leaves nothing: what was streamed is dropped before the next, and also after the
 * last. Only a person who stops keeps what had come.
 */
export async function ask(asking: Asking, ports: AskPorts, signal: AbortSignal): Promise<Answer> {
  const { turn, requestId, provider, request, idleSeconds } = asking;
  const { clock, emit, keeper, show } = ports;
  for (let tries = 1; ; tries++) {
    show({ doing: 'thinking' });
    const listener: AnswerListener = {
      text: (text) => {
        keeper.add(text, { turn, requestId });
        emit({ event: 'text', requestId, text });
      },
      reasoning: (text) => {
        emit({ event: 'reasoning', requestId, text });
      },
    };
    const watch = { clock, idleSeconds };
    const answer = await collectAnswer({ provider, request, watch }, listener, signal);
    if (answer.kind === 'complete') return answer;
    if (isAborted(signal)) return { ...answer, failure: { kind: 'cancelled' } };
    await keeper.end();
    if (answer.parts.some((part) => part.kind !== 'call')) emit({ event: 'answer-dropped', requestId });
    const seconds = waitBeforeRetry(answer.failure, tries);
    if (seconds === undefined) return { ...answer, parts: [] };
    const reason = describeProviderFailure(answer.failure);
    show({ doing: 'retrying', attempt: tries + 1, seconds, reason });
    await clock.delay(seconds * 1000, signal);
    if (isAborted(signal)) return { ...answer, parts: [], failure: { kind: 'cancelled' } };
  }
}
