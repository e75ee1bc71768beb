// The steps of one request within a turn: its identity and system prompt, what waits for the model, the asking, and the
// keeping of its answer. Each step goes on or ends the turn; their order is the turn's.

import { isAborted } from '../../base/abort.ts';
import type { Result } from '../../base/result.ts';
import { modelName } from '../models/diagnostics.ts';
import type { ChatRequest } from '../provider/request.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import type { Answer } from './answer.ts';
import { answerRecords, stoppedRecords } from './answer-records.ts';
import { ask } from './ask.ts';
import type { ChatParts } from './chat-parts.ts';
import { emptyAnswer } from './notices.ts';
import type { Opening } from './opening.ts';
import type { TurnPolicies } from './policies.ts';
import type { SettledTurn, TurnFault } from './settled-turn.ts';
import { released, tellModel } from './tell-model.ts';
import { closingRecord, type BatchCall } from './tool-batch.ts';

/** What the next request follows; what it opens with is empty but for the first of a turn. */
export type Follows =
  | { readonly what: 'opening'; readonly opening: Opening }
  | { readonly what: 'results'; readonly batch: ReadonlySet<string>; readonly opening: Opening }
  /** An answer without calls, and what the person said meanwhile. */
  | { readonly what: 'steering'; readonly opening: Opening };

export type Step<Value> =
  { readonly kind: 'go'; readonly value: Value } | { readonly kind: 'end'; readonly settled: SettledTurn };

export interface NextRequest {
  readonly turn: number;
  readonly policies: TurnPolicies;
  readonly follows: Follows;
}

export interface PreparedRequest extends NextRequest {
  readonly requestId: string;
  /** Read anew for every request (design 13.9). */
  readonly system: string;
}

/** A request begins. Held back while the person pauses what they said, before any gate looks at it (behaviour 3.13). */
export async function prepareRequest(
  next: NextRequest,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<Step<PreparedRequest>> {
  const requestId = parts.ids.next('request');
  if (next.follows.what !== 'opening' && !(await released(parts, signal))) return stopped;
  parts.show({ doing: 'thinking' });
  if (!(await parts.steeringMentions.lookUp(signal))) return stopped;
  const system = await parts.requests.system(signal);
  return system === undefined ? stopped : { kind: 'go', value: { ...next, requestId, system } };
}

/** What waits becomes records, and the request is built from all of them. A pause that came meanwhile holds it. */
export async function sendable(
  { turn, system, policies, follows }: PreparedRequest,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<Step<ChatRequest>> {
  if (isAborted(signal)) return stopped;
  const { steeringMentions, inputs } = parts;
  do {
    if (follows.what !== 'opening' && !(await released(parts, signal))) return stopped;
    parts.show({ doing: 'thinking' });
    if (!(await steeringMentions.lookUp(signal))) return stopped;
    // Until here the person could pause it, and change or say more of it.
  } while (!steeringMentions.isComplete || (follows.what !== 'opening' && inputs.isHeld));
  const told = await tellModel({ turn, opening: follows.opening }, parts);
  if (!told.ok) return storeFault(told.error);
  if (follows.opening.streamed !== '') await parts.keeper.end();
  const request = await parts.requests.build(system, policies);
  if (request !== undefined) return { kind: 'go', value: request };
  return { kind: 'end', settled: { outcome: 'blocked', reason: 'there is nothing to send' } };
}

/** Asks, and keeps what came. Goes on with the calls of a whole answer. */
export async function answerNext(
  asking: PreparedRequest & { readonly request: ChatRequest },
  parts: ChatParts,
  signal: AbortSignal,
): Promise<Step<readonly BatchCall[]>> {
  const { turn, requestId, request, policies, follows } = asking;
  const { provider, idleSeconds, target } = policies;
  const { emit } = parts.conversation;
  parts.telemetry.record({
    event: 'provider-dispatch',
    requestId,
    model: modelName(target),
    effort: target.effort ?? null,
    continuation: follows.what === 'results',
  });
  const answer = await ask({ turn, requestId, request, provider, idleSeconds }, { ...parts, emit }, signal);
  const calls = await keepAnswer(answer, asking, parts);
  if (!calls.ok) return storeFault(calls.error);
  if (answer.kind === 'broken') {
    return answer.failure.kind === 'cancelled'
      ? stopped
      : failed({ kind: 'provider', failure: answer.failure });
  }
  const { reason } = answer;
  if (reason === 'length' || reason === 'refusal') {
    const closed = await closeCalls(calls.value, { turn, parts, reason });
    return closed.ok ? failed({ kind: 'stopped', reason }) : storeFault(closed.error);
  }
  return { kind: 'go', value: calls.value };
}

/** The person said something to the running turn, and does not hold it back. */
export function steeringWaits({ inputs }: ChatParts): boolean {
  return inputs.steering.length > 0 && !inputs.isHeld;
}

/** One append: reasoning, prose and calls in the order they came. Of a failed answer nothing is kept. */
async function keepAnswer(
  answer: Answer,
  { turn, requestId, policies }: PreparedRequest,
  parts: ChatParts,
): Promise<Result<readonly BatchCall[], StoreFailure>> {
  const { conversation, keeper, ledger } = parts;
  const { provider, model } = policies.target;
  const place = { turn, requestId, provider, model };
  const isStopped = answer.kind === 'broken';
  const kept = isStopped
    ? { records: stoppedRecords(answer, place, conversation), calls: [] }
    : answerRecords(answer, place, conversation);
  const appended = await conversation.append(kept.records);
  if (!appended.ok) return appended;
  await keeper.end();
  ledger.settled({ requestId, policy: policies.target, usage: answer.usage });
  if (!isStopped && answer.parts.length === 0)
    conversation.emit({ event: 'notice', level: 'warning', text: emptyAnswer });
  return { ok: true, value: kept.calls };
}

/** Calls of an answer that did not end as it should are not run. */
function closeCalls(
  calls: readonly BatchCall[],
  how: { readonly turn: number; readonly parts: ChatParts; readonly reason: 'length' | 'refusal' },
): Promise<Result<undefined, StoreFailure>> {
  const { conversation } = how.parts;
  const why = how.reason === 'length' ? 'cut-off' : 'refused';
  return conversation.append(calls.map((call) => closingRecord(call, why, { turn: how.turn, conversation })));
}

const stopped: Step<never> = { kind: 'end', settled: { outcome: 'cancelled' } };

function failed(fault: TurnFault): Step<never> {
  return { kind: 'end', settled: { outcome: 'failed', fault } };
}

function storeFault(failure: StoreFailure): Step<never> {
  return failed({ kind: 'store', failure });
}
