// Every sentence a command says about outcomes and failures: what happened, why, and what to do.

import { assertNever } from '../base/fail.ts';
import type { GateDecision } from '../core/compaction/admission.ts';
import type { StartRefusal } from '../core/compaction/eligibility.ts';
import type { CompactionOutcome, Refusal, RunFailure } from '../core/compaction/outcome.ts';
import { describeStoreFailure, type StoreFailure } from '../core/sessions/failures.ts';
import type { Repair } from '../core/sessions/store.ts';
import type { WindowProvenance } from '../core/models/windows.ts';
import { counted } from './counted.ts';
import { providerRemedy, storeRemedy } from './remedies.ts';

/** What happened to the store, and what can be done about it. */
export function storeFailureText(failure: StoreFailure): string {
  return `${describeStoreFailure(failure)}; ${storeRemedy(failure)}`;
}

/** What opening a session found and put right. */
export function repairText(repair: Repair): string {
  const kept = repair.kept === null ? '' : `; its bytes are kept in ${repair.kept}`;
  return `${repair.file}: ${repairWords(repair)}${kept}`;
}

function repairWords({ what }: Repair): string {
  switch (what) {
    case 'torn-line':
      return 'its last line was cut short and was taken out';
    case 'missing-line-end':
      return 'its last line had no end and got one';
    case 'orphan-segment':
      return 'a segment that belongs to nothing was set aside';
    case 'unfinished-rotation':
      return 'a compaction that was interrupted was taken back';
    case 'leftover-file':
      return 'a file of an interrupted write was taken away';
    case 'recorded-outbox-entry':
      return 'a prompt that waited was recorded already and waits no more';
    default:
      return assertNever(what);
  }
}

/** What was asked for, as far as advice depends on it. */
export interface AskedCompaction {
  readonly isOffline: boolean;
  /** Nothing was to be kept. */
  readonly isWhole: boolean;
}

/** The `reason` of an outcome in JSON, and what is said of it on a terminal. Undefined for an applied run. */
export function outcomeReason(outcome: CompactionOutcome, asked: AskedCompaction): string | undefined {
  switch (outcome.outcome) {
    case 'applied':
      return undefined;
    case 'skipped':
      return 'there is no older part to summarise';
    case 'refused':
      return refusalText(outcome.refusal, asked);
    case 'blocked':
      return outcome.by === 'hook' ? `a PreCompact hook stopped it: ${outcome.reason}` : outcome.reason;
    case 'failed':
      return runFailureText(outcome.failure, asked);
    case 'cancelled':
      return 'cancelled, the session is as it was before';
    default:
      return assertNever(outcome);
  }
}

function refusalText(refusal: Refusal, { isWhole }: AskedCompaction): string {
  switch (refusal.kind) {
    case 'too-little-content':
      return isWhole
        ? 'Not enough conversation content to compact: there is nothing to summarise yet; go on with the conversation first'
        : 'Not enough conversation content to compact: all there is lies within the turns that are kept; --all summarises those too';
    case 'no-provider':
      return `no answer can be had from ${refusal.provider}: ${refusal.why}`;
    case 'start':
      return startRefusalText(refusal.reason);
    default:
      return assertNever(refusal);
  }
}

function startRefusalText(reason: StartRefusal): string {
  switch (reason) {
    case 'auto-off':
      return 'auto-compaction is disabled; set compaction.auto to true';
    case 'switched-off':
      return 'auto-compaction is disabled after repeated failures; turn it on again or open the session anew';
    case 'in-progress':
      return 'Compaction already in progress; wait for it or cancel it';
    case 'read-only':
      return 'Session is read-only; open it for writing';
    case 'not-on-disk':
      return 'session is not materialized on disk; send a prompt first';
    case 'not-active-segment':
      return 'this is not the active segment; go back to the latest one';
    case 'agent-owns-history':
      return 'the history belongs to an agent that compacts it itself; ask that agent';
    case 'damaged':
      return 'the active segment has damaged lines; look at them with segue verify, then run it again with --accept-damage';
    default:
      return assertNever(reason);
  }
}

function runFailureText(failure: RunFailure, { isOffline }: AskedCompaction): string {
  switch (failure.class) {
    case 'size':
      return `Context summary request (${failure.estimate} tokens, estimated) exceeds usable context (${failure.usable} tokens); use a model with a larger window${isOffline ? '' : ', or --provider offline'}`;
    case 'irreducible':
      return `what must stay takes ${failure.tokens} tokens (estimated), at or above the threshold of ${failure.threshold}; use a model with a larger window or shorten the last turn`;
    case 'validation':
      return `the answer was not a usable summary (${counted(failure.attempts, 'attempt')}): ${failure.message}; run it again, or use another model`;
    case 'provider':
      return `${failure.message} (${counted(failure.attempts, 'attempt')}); ${providerRemedy(failure.failure)}`;
    case 'apply':
      return storeFailureText(failure.failure);
    default:
      return assertNever(failure);
  }
}

/** How a window is known, in words (design 6.10). */
export function provenanceText(provenance: WindowProvenance, window: number): string {
  const check = "check the provider's current model page before correcting it";
  switch (provenance) {
    case 'model-metadata':
      return `declared locally, not confirmed by the provider; ${check}`;
    case 'configured-fallback':
      return `from your setting budget.contextLimit; ${check}`;
    case 'built-in-fallback':
      return `${Math.floor(window / 1000)}k assumed: nothing known about this model; ${check}`;
    default:
      return assertNever(provenance);
  }
}

/** `84k`: thousands, floored, as all counts shown with k are (seed, Token estimate). */
export function thousands(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${Math.floor(tokens / 1000)}k`;
}

export const accuracyNotice =
  'Long conversations with many compactions can make a model less accurate; start a new session when the subject changes.';

/** What the next request would meet, and why. */
export function decisionText(decision: GateDecision): string {
  switch (decision.decision) {
    case 'send':
      return 'the next request goes as it is: the estimate is below the threshold';
    case 'send-uncompacted':
      return `over the threshold, but the next request would go as it is: ${startRefusalText(decision.reason)}`;
    case 'compact':
      return 'the next request would be compacted first: the estimate reaches the threshold';
    case 'block':
      return `the next request would be stopped: ${decision.estimate} tokens remain after a compaction, the threshold is ${decision.threshold}; use a model with a larger window`;
    default:
      return assertNever(decision);
  }
}
