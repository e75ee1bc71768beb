// Which gate the next request of a turn passes. The first passes the pre-send gate, one that carries results the
// continuation gate; steering after an answer without calls passes none (seed, Trigger predicate; behaviour 1.27).

import type { ChatParts } from '../chat-parts.ts';
import { followsResults } from '../opening.ts';
import type { PreparedRequest } from '../request-steps.ts';
import { continuationGate } from './continuation.ts';
import type { GatePass } from './gate.ts';
import { preSendGate } from './pre-send.ts';

export function passNextGate(
  next: PreparedRequest,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<GatePass> {
  const { follows, ...prepared } = next;
  const { opening } = follows;
  if (follows.what === 'steering') return Promise.resolve({ kind: 'send' });
  if (follows.what === 'results')
    return continuationGate({ ...prepared, opening, batch: follows.batch }, parts, signal);
  // A turn that goes on behind tool results carries them on, as its own request would have.
  const resumes = opening.prompt?.origin !== 'person' && followsResults(parts.conversation.records());
  return resumes
    ? continuationGate({ ...prepared, opening, batch: new Set() }, parts, signal)
    : preSendGate({ ...prepared, opening }, parts, signal);
}
