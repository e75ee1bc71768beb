// What follows the commit point: count and baseline start anew, seal, PostCompact, a new context epoch, completion, the
// one notice. A failure here is a warning beside a compaction that stands (behaviour 7.17).

import { reasonOf } from '../../base/fail.ts';
import type { CompactionHooks } from '../hooks/compact-hooks.ts';
import type { Settings } from '../settings/settings.ts';
import { codePointLength } from '../../base/code-points.ts';
import { describeStoreFailure } from '../sessions/failures.ts';
import type { Applied } from './apply.ts';
import { sealCheckpoint, type SelectedCheckpoint, type WorkCheckpoints } from './checkpoint.ts';
import { postCompactPayload, sessionStartPayload } from './hook-payloads.ts';
import type { AppliedCompaction } from './outcome.ts';
import type { PhaseReport } from './phases.ts';
import type { CompactionRequest } from './request.ts';
import type { RunState } from './run-state.ts';
import type { CompactionTarget } from './target.ts';

export interface AfterCommitDeps {
  readonly target: CompactionTarget;
  readonly state: RunState;
  readonly settings: Settings;
  readonly hooks: CompactionHooks;
  readonly checkpoints: WorkCheckpoints;
  readonly report: PhaseReport;
  readonly committed: () => void;
}

/**
 * Seals, runs the hooks, and tells. The signal never aborts: cancelling after the commit changes nothing. `warnings` are
 * those of the run so far.
 */
export async function afterCommit(
  done: {
    readonly run: string;
    readonly request: CompactionRequest;
    readonly applied: Applied;
    readonly checkpoint: SelectedCheckpoint;
    readonly warnings: string[];
  },
  deps: AfterCommitDeps,
  signal: AbortSignal,
): Promise<AppliedCompaction> {
  const { request, applied, checkpoint, warnings } = done;
  const { target, hooks, settings, state } = deps;
  const attempt = async (what: string, step: () => Promise<void> | void): Promise<void> => {
    try {
      await step();
    } catch (error) {
      warnings.push(`${what} after compaction failed: ${reasonOf(error)}`);
    }
  };
  state.committed(done.run);
  await attempt('The new baseline', () => deps.committed());
  if (applied.plan.later !== null) warnings.push(describeStoreFailure(applied.plan.later));
  const seal = await sealCheckpoint(deps.checkpoints, checkpoint, signal);
  if (seal !== undefined) warnings.push(seal);
  const { summary, figures } = applied;
  await attempt('PostCompact', () =>
    hooks.postCompact(
      postCompactPayload(request, target.identity, { summary, tokensAfter: figures.after }),
      signal,
    ),
  );
  if (target.opensEpoch) {
    await attempt('SessionStart', () =>
      hooks.sessionStart(sessionStartPayload(request, target.identity), signal),
    );
  }
  deps.report({ phase: 'completed' });
  // The first compaction of a session, whichever process runs it (behaviour 7.21).
  const isFirst = target.opensEpoch && applied.plan.from === 1;
  if (isFirst && settings['compaction.warnOnCompletion']) deps.report({ phase: 'accuracy-notice' });
  return { ...facts(applied), warnings };
}

function facts(applied: Applied): Omit<AppliedCompaction, 'warnings'> {
  const { request, kept, summarized } = applied.job;
  const { before, after, source } = applied.figures;
  const { provider, model, effort } = request.summary;
  return {
    segment: { from: applied.plan.from, to: applied.plan.to },
    tokens: { before, after, source },
    turns: kept.selection.turns,
    shortenedOutputs: kept.tail.shortenedOutputs,
    summary: {
      author: { provider, model, effort },
      attempts: summarized.attempts,
      characters: codePointLength(applied.summary),
      carried: applied.carried,
      missingConstraints: applied.missingConstraints,
      tightened: summarized.tightened,
      maskedSecrets: applied.maskedSecrets,
    },
  };
}
