// The gate between tool results and the request that carries them on. It judges the request as it would be sent; steering
// is not in it yet and stays queued through a run (behaviours 3.10, 3.12, 1.27).

import type { ChatRequest } from '../../provider/request.ts';
import { tokensOf } from '../../tokens/estimate.ts';
import { batchStart } from '../../transcript/tool-batches.ts';
import type { TranscriptRecord } from '../../transcript/record.ts';
import type { ChatParts } from '../chat-parts.ts';
import type { TurnPolicies } from '../policies.ts';
import { mailTokens, waitingSize, type Telling } from '../tell-model.ts';
import { passGate, type GatePass } from './gate.ts';

export interface Continuation extends Telling {
  readonly requestId: string;
  readonly policies: TurnPolicies;
  readonly system: string;
  /** Ids of the calls whose results go on; empty when their turn was settled since. */
  readonly batch: ReadonlySet<string>;
}

export function continuationGate(
  { turn, opening, requestId, policies, system, batch }: Continuation,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<GatePass> {
  const { conversation, requests } = parts;
  const imageTokens = parts.settings()['compaction.imageTokenEstimate'];
  const realised = async (): Promise<number> => {
    const request: ChatRequest | undefined = await requests.build(system, policies);
    return request === undefined ? 0 : requests.tokens(request, imageTokens);
  };
  return passGate(
    {
      where: 'continuation',
      turn,
      requestId,
      policies,
      pendingFrom: () => firstOfBatch(conversation.records(), batch),
      weigh: async () => ({
        estimate: {
          tokens: (await realised()) + mailTokens(parts, imageTokens),
          source: 'fresh-estimate',
        },
        fixedTokens:
          requests.fixedTokens(system, imageTokens) +
          tokensOf(waitingSize({ turn, opening }, parts), imageTokens),
      }),
    },
    parts,
    signal,
  );
}

/** The batch with the reasoning and the prose just before it (behaviour 9.6). */
function firstOfBatch(records: readonly TranscriptRecord[], batch: ReadonlySet<string>): string | undefined {
  return batch.size === 0 ? undefined : records[batchStart(records, batch, 0)]?.id;
}
