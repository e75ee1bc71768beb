// What an estimate was made from, as threshold events and compaction spans report it (behaviour 16.4).

import { modelName } from '../models/diagnostics.ts';
import type { ModelPolicy } from '../models/policy.ts';
import type { Baseline } from '../tokens/baseline.ts';
import type { Estimate } from '../tokens/estimate.ts';
import type { RunningCount } from '../tokens/running-count.ts';
import type { EstimateInputs } from './events.ts';

/** The state of a conversation's count at the moment of an estimate. */
export interface Measurement {
  /** The request the estimate was made for. */
  readonly requestId: string | null;
  readonly baseline: Baseline | null;
  /** Records before the baseline's marker. */
  readonly marker: number | null;
  /** Model-visible code points of the transcript. */
  readonly characters: number | null;
}

export const notMeasured: Measurement = { requestId: null, baseline: null, marker: null, characters: null };

/** Reads sums that are kept anyway; nothing is scanned. */
export function measurementOf(count: RunningCount, requestId: string | null): Measurement {
  const { baseline, marker, size } = count;
  return { requestId, baseline: baseline ?? null, marker, characters: size.characters };
}

/** `chosen…` is what the estimate starts from: the baseline, or the estimate itself where there is none. */
export function estimateInputs(
  measured: Measurement,
  estimate: Estimate,
  policies: { readonly target: ModelPolicy; readonly summary: ModelPolicy },
): EstimateInputs {
  const { target, summary } = policies;
  const chosen = measured.baseline ?? estimate;
  return {
    requestId: measured.requestId,
    ...reported(measured.baseline),
    chosenActiveContextTokens: chosen.tokens,
    chosenSource: chosen.source,
    targetModel: modelName(target),
    modelContextWindow: target.window,
    threshold: Math.min(target.threshold, summary.threshold),
    baselineMarkerPosition: measured.marker,
    transcriptCharacters: measured.characters,
  };
}

const nothingReported = {
  baselineRequestId: null,
  providerContextModel: null,
  providerContextWindow: null,
  providerContextUsage: null,
  providerContextTokens: null,
  providerContextStatus: null,
  cumulativeUsage: null,
  cumulativeUsageTokens: null,
} as const satisfies Partial<EstimateInputs>;

function reported(baseline: Baseline | null): Pick<EstimateInputs, keyof typeof nothingReported> {
  if (baseline === null) return nothingReported;
  const { report, requestId } = baseline;
  return {
    baselineRequestId: requestId,
    providerContextModel: modelName(report.model),
    providerContextWindow: report.window,
    providerContextUsage: report.usage,
    providerContextTokens: report.counts.count,
    providerContextStatus: report.status,
    cumulativeUsage: report.cumulativeUsage,
    cumulativeUsageTokens: report.cumulativeTokens,
  };
}
