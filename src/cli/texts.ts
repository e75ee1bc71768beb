// Every sentence a command says about outcomes and failures: what happened, why, and what to do.

import { assertNever } from '../base/fail.ts';
import type { InterruptedTurn } from '../core/agent/chat-session.ts';
import type { Activity } from '../core/agent/events.ts';
import { settledText } from '../core/agent/notices.ts';
import type { SettledTurn, TurnFault } from '../core/agent/settled-turn.ts';
import type { GateDecision } from '../core/compaction/admission.ts';
import type { StartRefusal } from '../core/compaction/eligibility.ts';
import type { CompactionOutcome, Refusal, RunFailure } from '../core/compaction/outcome.ts';
import { describeStoreFailure, type StoreFailure } from '../core/sessions/failures.ts';
import type { WindowProvenance } from '../core/models/windows.ts';
import { counted } from '../base/counted.ts';
import { chatRemedy, providerRemedy, storeRemedy } from './remedies.ts';

/** What happened to the store, and what can be done about it. */
export function storeFailureText(failure: StoreFailure): string {
  return `${describeStoreFailure(failure)}; ${storeRemedy(failure)}`;
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
      return `the model wrote no usable summary (${counted(failure.attempts, 'attempt')}: ${failure.message}); run it again, set models.summarization to another model, or run segue compact with --provider offline`;
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

/** How something nobody can be asked for could be allowed: clauses, for the model and for the person. */
export const instead = {
  command: '--permissions full-auto allows commands',
  edit: '--permissions edits allows edits in the workspace, full-auto also in folders like .git',
  outside: 'no --permissions allows paths outside of the workspace, --workspace names another folder',
} as const;

export const nobodyThere = 'nobody sits here who could answer; decide by yourself and say what you assumed';

/** What a person is told when calls were refused because nobody could be asked. */
export function refusedText(count: number): string {
  return `${counted(count, 'call')} would have needed a permission and ${count === 1 ? 'was' : 'were'} refused; --permissions edits allows edits in the workspace, full-auto commands too`;
}

export const frameLeftOut =
  'system prompt and tools are left out, because the workspace of this session is not here; name it with --workspace DIR';

export const noWorkspace = 'no folder is open to tools; name one with --workspace DIR';

const chatStopped = 'cancelled; what was done so far is kept';

/** An earlier process ended in the middle of a turn. */
export function interruptedText({ turn, streamed }: InterruptedTurn): string {
  const begun = streamed === '' ? '' : '; what had come of its answer is not part of the conversation';
  return `turn ${turn} was interrupted before it ended${begun}; what it did stands, and this prompt goes on behind it`;
}

export function stillWaiting(count: number): string {
  return `${counted(count, 'earlier prompt')} that ${count === 1 ? 'was' : 'were'} not sent still ${count === 1 ? 'waits' : 'wait'} in the session`;
}

/** A failure that may pass: asked again. */
export function retryText({ attempt, seconds, reason }: Extract<Activity, { doing: 'retrying' }>): string {
  return `asked again in ${seconds} s, try ${attempt}: ${reason}`;
}

export const answerDropped = 'what was printed of the answer is void; it is asked for again';

/** How a turn ended that did not end well, and what can be done; undefined when it did. */
export function turnEndText(settled: SettledTurn): string | undefined {
  const said = settledText(settled);
  switch (settled.outcome) {
    case 'success':
      return undefined;
    case 'cancelled':
      return chatStopped;
    case 'blocked':
      return `${said ?? ''}; use a model with a larger window, or run segue compact with --all`;
    case 'failed':
      return turnFaultText(settled.fault, said ?? '');
    default:
      return assertNever(settled);
  }
}

function turnFaultText(fault: TurnFault, said: string): string {
  switch (fault.kind) {
    case 'provider':
      return `${said}; ${chatRemedy(fault.failure)}`;
    case 'stopped':
      return fault.reason === 'length'
        ? `${said}; go on with another --prompt`
        : `${said}; ask in other words`;
    case 'store':
      return storeFailureText(fault.failure);
    case 'compaction': {
      const why = outcomeReason(fault.outcome, { isOffline: false, isWhole: false }) ?? '';
      return `Auto-compaction failed; request not sent: ${why}`;
    }
    case 'no-provider':
    case 'fault':
      return said;
    default:
      return assertNever(fault);
  }
}
