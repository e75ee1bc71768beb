// The open end of a transcript: a turn that is not settled. Settling closes its calls and marks its end; after a crash it
// does so on opening, and what had been streamed is offered.

import { ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import { toolPairs } from '../transcript/tool-batches.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { isVisible } from '../transcript/visibility.ts';
import type { InterruptedTurn } from './chat-session.ts';
import type { Conversation } from './conversation.ts';
import { closingRecord } from './tool-batch.ts';

export interface TurnEnd {
  readonly turn: number;
  readonly outcome: RecordOf<'fork-point'>['outcome'];
  /** What the person reads of it. */
  readonly text: string | undefined;
}

/** One append: a result for each call that has none, why the turn ended, and its fork point. */
export function settleRecords(
  end: TurnEnd,
  conversation: Conversation,
): Promise<Result<undefined, StoreFailure>> {
  const { turn, outcome, text } = end;
  const orphans = toolPairs(openRecords(conversation.records())).filter(({ result }) => result === undefined);
  const notice: readonly TranscriptRecord[] =
    text === undefined ? [] : [{ kind: 'notice', ...conversation.stamp(turn), level: 'error', text }];
  return conversation.append([
    ...orphans.map(({ call }) => closingRecord(call, 'interrupted', { turn: call.turn, conversation })),
    ...notice,
    { kind: 'fork-point', ...conversation.stamp(turn), outcome },
  ]);
}

/** Settles the turn that a crash, or a disk that took no more, left open. Does nothing where there is none. */
export async function settleInterrupted(
  conversation: Conversation,
): Promise<Result<undefined, StoreFailure>> {
  const turn = openRecords(conversation.records()).at(-1)?.turn;
  return turn === undefined
    ? ok()
    : settleRecords({ turn, outcome: 'interrupted', text: undefined }, conversation);
}

/** The interrupted turn a person may go on with, as long as nothing came after it. */
export function interruptedTurn({ session }: Conversation): InterruptedTurn | undefined {
  const { records } = session.active();
  const last = records.findLast((record) => record.kind === 'fork-point' || isVisible(record));
  if (last?.kind !== 'fork-point' || last.outcome !== 'interrupted') return undefined;
  const { streamed } = session;
  const isOpen = streamed?.turn === last.turn && !isAnswered(records, streamed.requestId);
  return { turn: last.turn, streamed: isOpen ? streamed.text : '' };
}

/** The last turn, when it was sent and did not end well: its number. */
export function stoppedTurn(records: readonly TranscriptRecord[]): number | undefined {
  const last = records.findLast((record) => record.kind === 'fork-point');
  if (last?.kind !== 'fork-point' || last.outcome === 'success' || last.outcome === 'imported')
    return undefined;
  return records.some((record) => record.turn === last.turn && isVisible(record)) ? last.turn : undefined;
}

/** What the model sees behind the last fork point, a leading summary left out. */
function openRecords(records: readonly TranscriptRecord[]): readonly TranscriptRecord[] {
  const settled = records.findLastIndex((record) => record.kind === 'fork-point');
  return records
    .slice(settled + 1)
    .filter((record) => isVisible(record) && record.kind !== 'summary' && record.kind !== 'task');
}

/** The answer was recorded before the crash: what was kept of its stream is in the records. */
function isAnswered(records: readonly TranscriptRecord[], requestId: string): boolean {
  return records.some((record) => record.kind === 'usage' && record.requestId === requestId);
}
