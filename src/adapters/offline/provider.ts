// The built-in model: no key, no network, the same answer for the same request. It answers summary requests.

import { isAborted } from '../../base/abort.ts';
import { codePointIndex } from '../../base/code-points.ts';
import type { Pace } from '../../base/pace.ts';
import { runSteps } from '../../base/steps.ts';
import type { ProviderEvent } from '../../core/provider/events.ts';
import type { Provider } from '../../core/provider/provider.ts';
import type { ChatRequest } from '../../core/provider/request.ts';
import { parseSummaryInput } from '../../core/summary/input.ts';
import { summariseOffline } from './summarise.ts';

/** Code points of an event when the answer is streamed. */
const pieceLength = 512;

export function createOffline(pace: Pace): Provider {
  return {
    name: 'offline',
    // Without the fields that are undefined, which JSON does not know.
    body: (request) => Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)),
    stream: (request, signal) => answer(request, pace, signal),
  };
}

async function* answer(request: ChatRequest, pace: Pace, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
  await pace.breathe();
  if (signal.aborted) {
    yield cancelled;
    return;
  }
  const input = parseSummaryInput(lastText(request));
  if (input === undefined) {
    const detail = 'the offline model answers summary requests only';
    yield { type: 'failure', failure: { kind: 'rejected', status: 400, detail } };
    return;
  }
  const work = summariseOffline(input, request.maxOutput ?? request.outputRoom);
  const summary = await runSteps(work, pace, signal);
  if (summary === undefined) {
    yield cancelled;
    return;
  }
  for (let rest = summary; rest !== '';) {
    const end = request.stream ? codePointIndex(rest, pieceLength) : rest.length;
    yield { type: 'text', text: rest.slice(0, end) };
    if (isAborted(signal)) {
      yield cancelled;
      return;
    }
    rest = rest.slice(end);
  }
  yield { type: 'stop', reason: 'end' };
}

const cancelled: ProviderEvent = { type: 'failure', failure: { kind: 'cancelled' } };

function lastText(request: ChatRequest): string {
  const content = request.messages.at(-1)?.content.at(-1);
  return content?.type === 'text' ? content.text : '';
}
