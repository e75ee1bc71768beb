// The whole story of a turn, top to bottom: gate, prompt, request, answer, calls, and again. What goes to the model is
// always built from records; how the turn ended is returned, and settled by its caller.

import { isAborted } from '../../base/abort.ts';
import type { ChatParts } from './chat-parts.ts';
import { passNextGate } from './gates/next-gate.ts';
import { noOpening, openingOf, type TurnStart } from './opening.ts';
import { turnPolicies } from './policies.ts';
import { answerNext, prepareRequest, sendable, steeringWaits, type Follows } from './request-steps.ts';
import type { SettledTurn } from './settled-turn.ts';
import { runBatch } from './tool-batch.ts';

export interface Turn {
  readonly turn: number;
  readonly start: TurnStart;
}

/**
 * Runs a turn to its end. Models are resolved once and hold for all of it; what the person changes meanwhile holds from
 * the next turn on (behaviour 1.26). After an abort nothing more is sent, and what was done stays.
 */
export async function runTurn(
  { turn, start }: Turn,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<SettledTurn> {
  const { conversation, models, settings } = parts;
  const policies = turnPolicies(conversation.session.session().model, settings(), models);
  if (!policies.ok) return { outcome: 'failed', fault: { kind: 'no-provider', why: policies.error } };
  const opening = await openingOf(start, parts, signal);
  if (opening === undefined) return { outcome: 'cancelled' };

  let follows: Follows = { what: 'opening', opening };
  for (;;) {
    // The next request, and the gate before it: nothing that waits is in the records yet.
    const prepared = await prepareRequest({ turn, follows, policies: policies.value }, parts, signal);
    if (prepared.kind === 'end') return prepared.settled;
    const pass = await passNextGate(prepared.value, parts, signal);
    if (pass.kind === 'end') return pass.settled;

    // The last step before the send: what waits becomes records, and the request is built from them.
    const request = await sendable(prepared.value, parts, signal);
    if (request.kind === 'end') return request.settled;

    // The answer is in the records, whole, or the turn ends.
    const answer = await answerNext({ ...prepared.value, request: request.value }, parts, signal);
    if (answer.kind === 'end') return answer.settled;
    const calls = answer.value;
    if (calls.length === 0) {
      if (!steeringWaits(parts)) return { outcome: 'success' };
      follows = { what: 'steering', opening: noOpening };
      continue;
    }

    // The calls, side by side; each has its result when they are over.
    const ran = await runBatch(calls, { turn, ports: parts }, signal);
    if (!ran.ok) return { outcome: 'failed', fault: { kind: 'store', failure: ran.error } };
    if (isAborted(signal)) return { outcome: 'cancelled' };
    const batch = new Set(calls.map(({ callId }) => callId));
    follows = { what: 'results', batch, opening: noOpening };
  }
}
