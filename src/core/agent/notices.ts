// What a person reads about a chat that has no surface of its own to say it: warnings of the gates, ends of turns, the
// beginning and the end of a compaction. Hosts add what can be done there.

import { assertNever } from '../../base/fail.ts';
import type { StartRefusal } from '../compaction/eligibility.ts';
import type { AppliedCompaction, CompactionOutcome, Refusal, RunFailure } from '../compaction/outcome.ts';
import { modelName } from '../models/diagnostics.ts';
import type { ModelReference } from '../models/policy.ts';
import { describeProviderFailure } from '../provider/failures.ts';
import { describeStoreFailure } from '../sessions/failures.ts';
import type { SettledTurn, TurnFault } from './settled-turn.ts';

/** The reasons of behaviour 1.10, as a warning says them. */
export function startRefusalText(reason: StartRefusal): string {
  switch (reason) {
    case 'auto-off':
      return 'auto-compaction is disabled';
    case 'switched-off':
      return 'auto-compaction is disabled after repeated failures';
    case 'in-progress':
      return 'compaction is already in progress';
    case 'read-only':
      return 'session is read-only';
    case 'not-on-disk':
      return 'session is not materialized on disk';
    case 'not-active-segment':
      return 'this is not the active segment';
    case 'damaged':
      return 'the active segment has damaged lines nobody has accepted';
    case 'agent-owns-history':
      return 'the history belongs to an agent that compacts it itself';
    default:
      return assertNever(reason);
  }
}

/** The one warning of a conversation that is over its threshold and may not be compacted (behaviour 1.11). */
export function skippedText(reason: StartRefusal): string {
  return `Auto-compaction skipped: ${startRefusalText(reason)}`;
}

export const compactionInProgress = 'Compaction already in progress';

export const compactionWaits = 'Compaction waits for the next step of the running turn';

export const emptyAnswer = 'The model gave an empty answer';

export const accuracyNotice =
  'Long threads with multiple compactions can reduce model accuracy; start a new session when the subject changes';

/** Nothing came since the last compaction, and the request is still at the target's threshold (design 13.2). */
export function pressureText(estimate: number, threshold: number): string {
  return `${estimate} tokens remain after a compaction, at or above the threshold of ${threshold}`;
}

/** Why a turn did not end well, in one sentence; undefined when it ended well or the person stopped it. */
export function settledText(settled: SettledTurn): string | undefined {
  switch (settled.outcome) {
    case 'success':
    case 'cancelled':
      return undefined;
    case 'blocked':
      return `Request not sent: ${settled.reason}`;
    case 'failed':
      return faultText(settled.fault);
    default:
      return assertNever(settled);
  }
}

function faultText(fault: TurnFault): string {
  switch (fault.kind) {
    case 'provider':
      return `No answer: ${describeProviderFailure(fault.failure)}`;
    case 'stopped':
      return fault.reason === 'length'
        ? 'The answer reached its length limit'
        : 'The model declined to go on';
    case 'store':
      return describeStoreFailure(fault.failure);
    case 'no-provider':
      return `Request not sent: ${fault.why}`;
    case 'compaction':
      return `${fault.switchedOff ? disabledWords : failedWords}: ${outcomeText(fault.outcome)}`;
    case 'fault':
      return `Segue made a mistake: ${fault.why}`;
    default:
      return assertNever(fault);
  }
}

const failedWords = 'Auto-compaction failed; request not sent';
const disabledWords = 'Auto-compaction disabled after repeated failures; request not sent';

/** Why a run did not compact. */
export function outcomeText(outcome: CompactionOutcome): string {
  switch (outcome.outcome) {
    case 'applied':
      return 'it was applied';
    case 'skipped':
      return 'there is no older part to summarise';
    case 'refused':
      return refusalText(outcome.refusal);
    case 'blocked':
      return outcome.reason;
    case 'failed':
      return failureText(outcome.failure);
    case 'cancelled':
      return 'compaction cancelled';
    default:
      return assertNever(outcome);
  }
}

function refusalText(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'start':
      return startRefusalText(refusal.reason);
    case 'too-little-content':
      return 'Not enough conversation content to compact';
    case 'no-provider':
      return `no answer can be had from ${refusal.provider}: ${refusal.why}`;
    default:
      return assertNever(refusal);
  }
}

function failureText(failure: RunFailure): string {
  switch (failure.class) {
    case 'size':
      return `the summary request (${failure.estimate} tokens, estimated) exceeds what its model can take (${failure.usable})`;
    case 'irreducible':
      return `what must stay takes ${failure.tokens} tokens (estimated), at or above the threshold of ${failure.threshold}`;
    case 'validation':
      return `the model wrote no usable summary (${failure.message}); try again, set models.summarization to another model, or compact with the offline model`;
    case 'provider':
      return failure.message;
    case 'apply':
      return describeStoreFailure(failure.failure);
    default:
      return assertNever(failure);
  }
}

export interface CompactionNames {
  /** The conversation's name. */
  readonly conversation: string;
  /** `/root`, or an agent's path. */
  readonly path: string;
  readonly target: ModelReference;
  readonly summary: ModelReference;
}

/** Names conversation, path and both models; counts are the transcript's and say so (behaviour 15.6). */
export function compactionStartText(names: CompactionNames, tokens: number): string {
  return `Compacting ${namesText(names)} (buffer ${thousands(tokens)} -> …)`;
}

export function compactionDoneText(names: CompactionNames, applied: AppliedCompaction): string {
  const { tokens, turns } = applied;
  const kept = turns.kept === 1 ? '1 turn kept' : `${turns.kept} turns kept`;
  return `Compacted ${namesText(names)} (buffer ${thousands(tokens.before)} -> ${thousands(tokens.after)} tokens, ${kept})`;
}

function namesText({ conversation, path, target, summary }: CompactionNames): string {
  return `${conversation} ${path} for ${modelName(target)} with ${modelName(summary)}`;
}

/** Thousands, floored (seed, Token estimate). */
function thousands(tokens: number): string {
  return `${Math.floor(tokens / 1000)}k`;
}
