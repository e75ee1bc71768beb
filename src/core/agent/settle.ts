// The end of a turn, whatever it was: its fork point, and what belonged to it alone put away.

import type { AbortReason } from '../../base/abort.ts';
import type { ChatParts } from './chat-parts.ts';
import { settledText } from './notices.ts';
import { settleRecords } from './recovery.ts';
import type { SettledTurn } from './settled-turn.ts';

/**
 * Returns how the turn ended in the end: one that could not be settled on disk has failed. A turn that ended because its
 * chat did, which the signal of the turn tells, was not given up by the person: it is recorded as interrupted.
 */
export async function settleTurn(
  turn: number,
  ended: SettledTurn,
  parts: ChatParts,
  signal: AbortSignal,
): Promise<SettledTurn> {
  const { conversation, keeper, compactions, inputs } = parts;
  const isCutOff = ended.outcome === 'cancelled' && signal.reason === ('dispose' satisfies AbortReason);
  const end = { turn, outcome: isCutOff ? 'interrupted' : ended.outcome, text: settledText(ended) } as const;
  const kept = await settleRecords(end, conversation);
  if (kept.ok) await keeper.end();
  else keeper.leave();
  compactions.requestEnded();
  const settled: SettledTurn =
    kept.ok || ended.outcome === 'failed'
      ? ended
      : { outcome: 'failed', fault: { kind: 'store', failure: kept.error } };
  await inputs.settled(settled.outcome === 'success' ? 'well' : 'badly');
  conversation.emit({ event: 'settled', turn, settled });
  return settled;
}
