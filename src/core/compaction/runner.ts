// The whole story of a compaction, top to bottom: may it start, what is kept, what is summarised, the attempts, the
// proofs, the commit, and what follows it. Returns an outcome; gates and hosts decide what to do with it.

import { isAborted, neverAborted } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';
import { invariant } from '../../base/fail.ts';
import type { Ids } from '../../base/ids.ts';
import type { Pace } from '../../base/pace.ts';
import type { Result } from '../../base/result.ts';
import { conversationFacts } from '../evidence/facts/facts.ts';
import { hasEvidence } from '../evidence/project.ts';
import type { SecretMasker } from '../evidence/secrets.ts';
import { skillItems } from '../evidence/skills.ts';
import type { CompactionHooks } from '../hooks/compact-hooks.ts';
import { modelName } from '../models/diagnostics.ts';
import type { Provider } from '../provider/provider.ts';
import type { Settings } from '../settings/settings.ts';
import { withoutHandOver } from '../summary/hand-over.ts';
import type { PromptLibrary } from '../prompts/prompts.ts';
import type { Telemetry } from '../telemetry/recorder.ts';
import { wholeText } from '../transcript/parts.ts';
import { applySummary } from './apply.ts';
import { automaticRefusal, manualRefusal, type StartRefusal } from './eligibility.ts';
import { selectCheckpoint, type WorkCheckpoints } from './checkpoint.ts';
import { afterCommit } from './after-commit.ts';
import { preCompactPayload } from './hook-payloads.ts';
import { maskedFacts } from './masked-facts.ts';
import type { CompactionOutcome, RunEnd } from './outcome.ts';
import { reportTo, type PhaseReport } from './phases.ts';
import { prepareInput } from './prepare-input.ts';
import { selectProven } from './proof.ts';
import type { CompactionRequest } from './request.ts';
import type { RunState } from './run-state.ts';
import { lastTurnOf } from './selection.ts';
import { withinSpan } from './span.ts';
import { summarize } from './summarize.ts';
import type { CompactionTarget } from './target.ts';
import { plainLimits } from './tightening.ts';

export interface CompactionDeps {
  readonly target: CompactionTarget;
  readonly state: RunState;
  readonly settings: Settings;
  /** The provider of the summary policy, or why there is none. */
  readonly provider: Result<Provider, string>;
  readonly prompts: PromptLibrary;
  readonly masker: SecretMasker;
  readonly hooks: CompactionHooks;
  readonly checkpoints: WorkCheckpoints;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pace: Pace;
  /** Told of every phase. What it throws is reported with the outcome and stops nothing. */
  readonly report: PhaseReport;
  /** Called once right after the commit: the conversation's baseline belongs to the old segment. */
  readonly committed: () => void;
}

/**
 * Runs one compaction. Refused runs leave no trace; from the commit point on, cancelling changes nothing (seed, Request
 * flow; behaviours 7.14 to 7.17; design 6.3, 6.5, 6.11, 6.15). Throws only what is a fault of the code, and then the span
 * and the one place for a run are closed as after a failure.
 */
export async function runCompaction(
  request: CompactionRequest,
  deps: CompactionDeps,
  signal: AbortSignal,
): Promise<CompactionOutcome> {
  const { provider, state } = deps;
  const reason = startRefusal(request, deps);
  if (reason !== undefined) return { outcome: 'refused', refusal: { kind: 'start', reason } };
  if (!provider.ok) {
    const refusal = {
      kind: 'no-provider',
      provider: modelName(request.summary),
      why: provider.error,
    } as const;
    return { outcome: 'refused', refusal };
  }
  const run = deps.ids.next('run');
  invariant(state.begin(run), 'a run that may start finds its place free');
  let end: RunEnd = { outcome: 'threw' };
  try {
    const outcome = await compact({ run, request }, { ...deps, provider: provider.value }, signal);
    end = outcome;
    return outcome;
  } finally {
    state.settle(run, end, request.trigger);
  }
}

interface RunDeps extends Omit<CompactionDeps, 'provider'> {
  readonly provider: Provider;
}

async function compact(
  { run, request }: { readonly run: string; readonly request: CompactionRequest },
  allDeps: RunDeps,
  signal: AbortSignal,
): Promise<CompactionOutcome> {
  const warnings: string[] = [];
  const deps = { ...allDeps, report: reportTo(allDeps.report, warnings) };
  const { target, settings } = deps;
  const { artifacts } = target;

  // What stays, and what is left to summarise.
  deps.report({ phase: 'preparing' });
  await deps.pace.breathe();
  const kept = await selectProven(target.records(), request, { settings, artifacts });
  const { selection } = kept;
  const work = { artifacts, pace: deps.pace };
  const limits = plainLimits(settings['compaction.bodyToolOutputMax']);
  const isBlank = !(await hasEvidence(selection.body, limits, work, signal));
  if (isAborted(signal)) return { outcome: 'cancelled' };
  if (isBlank && request.trigger === 'manual')
    return { outcome: 'refused', refusal: { kind: 'too-little-content' } };

  return withinSpan({ run, request }, deps, async () => {
    // Without a body the request goes as it is, or not at all at target pressure (design 6.6; behaviours 1.19, 1.20).
    if (isBlank && !request.targetPressure) return { outcome: 'skipped' };
    if (isBlank) return { outcome: 'blocked', by: 'history', reason: nothingLeft };
    if (kept.irreducible !== null) return { outcome: 'failed', failure: kept.irreducible };

    // Everything the attempts need, frozen now.
    const previous = selection.previousSummary;
    const before = previous?.openRequest;
    const facts = await maskedFacts(
      await conversationFacts(selection.body, { ...work, before }, signal),
      deps.masker,
      signal,
    );
    const handOver = deps.prompts.text('context-summary/hand-over', {});
    const previousSummary =
      previous === null ? undefined : withoutHandOver(await wholeText(previous.content, artifacts), handOver);
    const skills = skillItems(target.skills(), target.identity.origin, lastTurnOf(selection.body));
    const sources = { request, selection, facts, skills, previousSummary };
    const input = await prepareInput(sources, { ...deps, artifacts }, signal);
    const checkpoint = isAborted(signal) ? undefined : await selectCheckpoint(deps.checkpoints, signal);
    if (checkpoint === undefined || isAborted(signal)) return { outcome: 'cancelled' };

    // The attempts.
    const payload = preCompactPayload(request, target.identity);
    const summarized = await summarize({ run, request, payload, input }, deps, signal);
    if (summarized.kind === 'ended') return summarized.outcome;

    // Nothing has changed so far. The commit point is inside.
    deps.report({ phase: 'applying' });
    const job = { request, kept, facts, summarized, handOver };
    const applied = await applySummary(job, deps, signal);
    if (applied.kind === 'ended') return applied.outcome;

    // Committed: from here on nothing is undone.
    const done = { run, request, applied, checkpoint, warnings };
    return { outcome: 'applied', applied: await afterCommit(done, deps, neverAborted()) };
  });
}

const nothingLeft = 'No compactable history remains at target pressure';

function startRefusal(request: CompactionRequest, deps: CompactionDeps): StartRefusal | undefined {
  const facts = { ...deps.target.startFacts(), inFlight: deps.state.inFlight };
  return request.trigger === 'auto' ? automaticRefusal(facts) : manualRefusal(facts);
}
