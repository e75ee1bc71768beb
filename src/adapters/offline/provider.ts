// The built-in model: no key, no network, the same answer for the same request. It has two jobs (design 8): it summarises
// what a summary request brings, and in a chat it is a small guide that drives the tools.

import { isAborted } from '../../base/abort.ts';
import { codePointIndex } from '../../base/code-points.ts';
import type { Pace } from '../../base/pace.ts';
import { runSteps } from '../../base/steps.ts';
import type { ProviderEvent } from '../../core/provider/events.ts';
import type { Provider } from '../../core/provider/provider.ts';
import type { ChatRequest } from '../../core/provider/request.ts';
import { parseSummaryInput, type SummaryInput } from '../../core/summary/input.ts';
import { guideAnswer } from './guide/answer.ts';
import { summariseOffline } from './summarise.ts';

/** Code points of an event when the answer is streamed. */
const summaryPieces = 512;
const guidePieces = 24;

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
  const input = parseSummaryInput(lastText(request));
  const said =
    input === undefined
      ? { ...guideAnswer(request), pieces: guidePieces }
      : await summary(input, { request, pace }, signal);
  if (said === undefined || isAborted(signal)) {
    yield cancelled;
    return;
  }
  for (let rest = said.text; rest !== '';) {
    const end = request.stream ? codePointIndex(rest, said.pieces) : rest.length;
    yield { type: 'text', text: rest.slice(0, end) };
    await pace.breathe();
    if (isAborted(signal)) {
      yield cancelled;
      return;
    }
    rest = rest.slice(end);
  }
  for (const { callId, name, input: given } of said.calls)
    yield { type: 'tool-call', callId, name, input: JSON.stringify(given) };
  yield { type: 'stop', reason: said.calls.length > 0 ? 'tool-use' : 'end' };
}

/** Undefined when the signal aborts first. */
async function summary(
  input: SummaryInput,
  { request, pace }: { readonly request: ChatRequest; readonly pace: Pace },
  signal: AbortSignal,
) {
  if (isAborted(signal)) return undefined;
  const work = summariseOffline(input, request.maxOutput ?? request.outputRoom);
  const text = await runSteps(work, pace, signal);
  return text === undefined ? undefined : { text, calls: [], pieces: summaryPieces };
}

const cancelled: ProviderEvent = { type: 'failure', failure: { kind: 'cancelled' } };

function lastText(request: ChatRequest): string {
  const content = request.messages.at(-1)?.content.at(-1);
  return content?.type === 'text' ? content.text : '';
}
