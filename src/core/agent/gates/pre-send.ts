// The gate before the first request of a turn. What will be sent is known by then: mentions are expanded, reminders
// staged; none of it is in the records yet, so a run rotates the history alone (behaviours 3.1 to 3.4, 3.7).

import { preSendEstimate } from '../../tokens/pre-send.ts';
import { tokensOf } from '../../tokens/estimate.ts';
import type { ChatParts } from '../chat-parts.ts';
import { waitingSize, type Telling } from '../tell-model.ts';
import type { TurnPolicies } from '../policies.ts';
import { passGate, type GatePass } from './gate.ts';

export interface PreSend extends Telling {
  readonly requestId: string;
  readonly policies: TurnPolicies;
  readonly system: string;
}

export function preSendGate(
  { turn, opening, requestId, policies, system }: PreSend,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<GatePass> {
  const { count } = parts.conversation;
  const imageTokens = parts.settings()['compaction.imageTokenEstimate'];
  return passGate(
    {
      where: 'pre-send',
      turn,
      requestId,
      policies,
      pendingFrom: () => undefined,
      weigh: () => {
        const waiting = waitingSize({ turn, opening }, parts);
        const { characters, images } = count.size;
        const prompt = {
          characters: characters + waiting.characters,
          images: images + waiting.images,
        };
        return Promise.resolve({
          estimate: preSendEstimate({ source: count, prompt, imageTokens }),
          fixedTokens: parts.requests.fixedTokens(system, imageTokens) + tokensOf(waiting, imageTokens),
        });
      },
    },
    parts,
    signal,
  );
}
