// From a validated summary to a published successor: coverage, the second proof, the commit. What follows the
// commit belongs to after-commit.ts.

import { isoTime, type Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import { invariant } from '../../base/fail.ts';
import type { ConversationFacts } from '../evidence/facts/facts.ts';
import type { Settings } from '../settings/settings.ts';
import { carryOver, checkCoverage, type Coverage } from '../summary/coverage.ts';
import { withHandOver } from '../summary/hand-over.ts';
import { validateSummary } from '../summary/validate.ts';
import { textContent } from '../transcript/parts.ts';
import type { CompactionFigures, OpenRequest, RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { carriedRecords, removalOf } from './carried-records.ts';
import type { EndedRun, RunFailure } from './outcome.ts';
import { proveSuccessor, sizeOf, type ProvenSelection } from './proof.ts';
import type { CompactionRequest } from './request.ts';
import { lastTurnOf } from './selection.ts';
import type { Summarized } from './summarize.ts';
import type { AppliedPlan, CompactionTarget, SuccessorPlan } from './target.ts';

export interface ApplyJob {
  readonly request: CompactionRequest;
  readonly kept: ProvenSelection;
  readonly facts: ConversationFacts;
  readonly summarized: Extract<Summarized, { kind: 'summary' }>;
  /** The sentence that begins a stored summary. */
  readonly handOver: string;
}

export interface ApplyDeps {
  readonly target: CompactionTarget;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface Applied {
  readonly kind: 'applied';
  readonly job: ApplyJob;
  readonly plan: AppliedPlan;
  /** Without the hand-over sentence. */
  readonly summary: string;
  readonly carried: readonly string[];
  readonly missingConstraints: readonly string[];
  readonly maskedSecrets: number;
  readonly figures: CompactionFigures;
}

type Ended = { readonly kind: 'ended'; readonly outcome: EndedRun };

export async function applySummary(
  job: ApplyJob,
  deps: ApplyDeps,
  signal: AbortSignal,
): Promise<Applied | Ended> {
  const { request, summarized } = job;
  const { purpose } = request;
  const covered = coveredSummary(summarized.text, job.facts, deps.settings);
  invariant(validateSummary(covered.summary, purpose).ok, 'coverage keeps a summary valid');
  const late = deps.target.records().slice(job.kept.records.length);
  const { figures, ...plan } = successorPlan({ ...job, covered, late }, deps);
  const unproven = proveSuccessor(request, job.kept, [plan.summary, ...late], deps.settings);
  if (unproven !== null) return failed(unproven);

  const applied = await deps.target.apply(plan, signal);
  if (!applied.ok) {
    if (applied.error.kind === 'cancelled') return { kind: 'ended', outcome: { outcome: 'cancelled' } };
    return failed({ class: 'apply', failure: applied.error });
  }
  return {
    kind: 'applied',
    job,
    plan: applied.value,
    ...covered,
    maskedSecrets: summarized.maskedSecrets,
    figures,
  };
}

function failed(failure: RunFailure): Ended {
  return { kind: 'ended', outcome: { outcome: 'failed', failure } };
}

interface Covered {
  readonly summary: string;
  readonly carried: readonly string[];
  readonly missingConstraints: readonly string[];
}

function coveredSummary(text: string, facts: ConversationFacts, settings: Settings): Covered {
  const mode = settings['compaction.coverage'];
  if (mode === 'off') return { summary: text, carried: [], missingConstraints: [] };
  const coverage: Coverage = checkCoverage(facts, text);
  const { missingConstraints } = coverage;
  if (mode === 'report') return { summary: text, carried: [], missingConstraints };
  return { ...carryOver(text, coverage), missingConstraints };
}

/** For the next compaction, should it come before the answer. */
function openRequestOf({ earlierRequests, trailingRequest, openTurn }: ConversationFacts): {
  openRequest?: OpenRequest;
} {
  if (openTurn === null) return {};
  const texts = [...earlierRequests, ...(trailingRequest === null ? [] : [trailingRequest])];
  return { openRequest: { turn: openTurn, texts } };
}

/** What came while the run was on its way moves on with the batch: no record may be left behind a cut. */
function successorPlan(
  job: ApplyJob & { readonly covered: Covered; readonly late: readonly TranscriptRecord[] },
  deps: ApplyDeps,
): SuccessorPlan & { readonly figures: CompactionFigures } {
  const { request, kept, summarized, covered, late } = job;
  const { selection, tail } = kept;
  const turn = lastTurnOf(selection.body);
  const at = isoTime(deps.clock);
  const { provider, model } = request.summary;
  const summary: RecordOf<'summary'> = {
    kind: 'summary',
    id: deps.ids.next('record'),
    turn,
    at,
    content: [...textContent(withHandOver(covered.summary, job.handOver))],
    author: { kind: provider === 'offline' ? 'offline' : 'model', provider, model },
    purpose: request.purpose,
    ...(covered.carried.length === 0 ? {} : { carried: [...covered.carried] }),
    ...openRequestOf(job.facts),
  };
  const handlers = [...summarized.handlers];
  const audits: readonly RecordOf<'hook-audit'>[] =
    handlers.length === 0
      ? []
      : [{ kind: 'hook-audit', id: deps.ids.next('record'), turn, at, event: 'PreCompact', handlers }];
  const batch = [...selection.batch, ...late];
  const moving = { tail: selection.tail, batch };
  const records = [...kept.records, ...late];
  const figures: CompactionFigures = {
    before: request.tokensBefore.tokens,
    // Figures are for people and count nothing themselves.
    after: sizeOf([summary, ...tail.records, ...batch], deps.settings),
    source: request.tokensBefore.source,
    kept: selection.turns.kept,
    shortened: tail.shortenedOutputs,
  };
  return {
    figures,
    summary: { ...summary, figures },
    audits,
    tail: tail.records,
    batch,
    carried: deps.target.carry?.(removalOf(moving, records)) ?? carriedRecords(moving, records),
    cut: selection.cut ?? late[0]?.id ?? null,
    known: kept.records.length + late.length,
    tailTurns: selection.turns.kept,
    tailTruncated: tail.truncated,
  };
}
