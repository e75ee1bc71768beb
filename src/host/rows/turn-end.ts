// The row that tells how a turn ended when it did not simply end, and what a person can do about it.

import { settledText } from '../../core/agent/notices.ts';
import type { SettledTurn, TurnFault } from '../../core/agent/settled-turn.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import type { RecordOf } from '../../core/transcript/record.ts';
import type { RowOf, TurnAction } from '../../protocol/rows.ts';
import { storeRemedy } from '../texts.ts';
import { cutText, rowCaps } from './shown-text.ts';

type EndedOutcome = RowOf<'ended'>['outcome'];
type EndedRow = Omit<RowOf<'ended'>, 'order'>;

/** Undefined for a turn that needs no such row. */
export function endedOutcome(outcome: RecordOf<'fork-point'>['outcome']): EndedOutcome | undefined {
  return outcome === 'success' || outcome === 'imported' ? undefined : outcome;
}

export interface TurnEnd {
  readonly key: string;
  readonly outcome: EndedOutcome;
  /** In a sentence without its full stop; empty where the outcome says all. */
  readonly reason: string;
  /** What is known of it beyond the outcome, which is all that is on disk. */
  readonly settled: SettledTurn | undefined;
  /** Of an answer that is not in the transcript; empty when there was none. */
  readonly streamed: string;
}

export function endedRow({ key, outcome, reason, settled, streamed }: TurnEnd): EndedRow {
  return {
    kind: 'ended',
    key,
    outcome,
    reason,
    ...(streamed === '' ? {} : { streamed: cutText(streamed, rowCaps.prompt) }),
    actions: actionsAfter(outcome, settled),
  };
}

/** Why it ended so, and what to do where no action of the row does it. */
export function endReason(settled: SettledTurn): string {
  const said = settledText(settled) ?? '';
  const failure = storeFailureIn(settled);
  return failure === undefined ? said : `${said}; ${storeRemedy(failure)}`;
}

function storeFailureIn(settled: SettledTurn): StoreFailure | undefined {
  if (settled.outcome !== 'failed') return undefined;
  const { fault } = settled;
  if (fault.kind === 'store') return fault.failure;
  if (fault.kind !== 'compaction' || fault.outcome.outcome !== 'failed') return undefined;
  return fault.outcome.failure.class === 'apply' ? fault.outcome.failure.failure : undefined;
}

function actionsAfter(outcome: EndedOutcome, settled: SettledTurn | undefined): TurnAction[] {
  switch (outcome) {
    case 'interrupted':
      return ['continue', 'retry'];
    case 'cancelled':
      return [];
    case 'blocked':
      return ['retry', 'diagnostics'];
    case 'failed':
      return settled?.outcome === 'failed' ? actionsFor(settled.fault) : ['retry'];
  }
}

function actionsFor(fault: TurnFault): TurnAction[] {
  switch (fault.kind) {
    case 'provider':
      if (fault.failure.kind === 'auth') return ['retry', 'set-key'];
      if (fault.failure.kind === 'not-found') return ['retry', 'select-model'];
      return ['retry'];
    case 'no-provider':
      return ['retry', 'set-key', 'select-model'];
    case 'compaction':
      return fault.switchedOff ? ['retry', 'turn-auto-on', 'diagnostics'] : ['retry', 'diagnostics'];
    case 'stopped':
      return fault.reason === 'length' ? ['continue', 'retry'] : ['retry'];
    case 'store':
    case 'fault':
      return ['retry'];
  }
}
