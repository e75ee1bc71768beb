// The baseline of a conversation: how many tokens its latest request measured, or what stands in for a measurement that
// cannot be used. The caller says which requests count; summary requests never do.

import type { ModelPolicy, ModelReference } from '../models/policy.ts';
import type { EstimateSource } from './estimate.ts';
import {
  baselineStatus,
  contextUsage,
  reportedCounts,
  type BaselineStatus,
  type ContextUsage,
  type ReportedCounts,
} from './usage.ts';

/** A request that ended in any way: answered, at a tool call, cancelled or failed (behaviour 2.5). */
export interface SettledRequest {
  readonly requestId: string;
  /** The model that was asked. */
  readonly policy: ModelPolicy;
  /** What the provider reported for this request alone: a `TokenUsage`, or whatever came in its place. */
  readonly usage: unknown;
  /** The sum over all requests so far. Kept for telemetry; no decision looks at it (behaviour 2.10). */
  readonly cumulative: unknown;
}

/** The report behind a baseline, for telemetry only. */
export interface ProviderReport {
  readonly model: ModelReference;
  /** The model's window in tokens. */
  readonly window: number;
  readonly usage: ReportedCounts | null;
  readonly counts: ContextUsage;
  readonly status: BaselineStatus;
  readonly cumulativeUsage: ReportedCounts | null;
  readonly cumulativeTokens: number | null;
}

/** Tokens valid for everything counted up to the moment the baseline was set. */
export interface Baseline {
  readonly tokens: number;
  /** `provider-context` when measured, `fresh-estimate` when the report could not be used (behaviour 2.8). */
  readonly source: EstimateSource;
  readonly requestId: string;
  readonly report: ProviderReport;
}

/**
 * The provider's count, output included, when it is valid; else a fresh estimate, the only case in which one is asked
 * for (seed, Token estimate; behaviours 2.6 to 2.9).
 */
export function decideBaseline(request: SettledRequest, fresh: () => number): Baseline {
  const report = providerReport(request);
  const { requestId } = request;
  const { count } = report.counts;
  if (report.status === 'valid' && count !== null)
    return { tokens: count, source: 'provider-context', requestId, report };
  return { tokens: fresh(), source: 'fresh-estimate', requestId, report };
}

function providerReport(request: SettledRequest): ProviderReport {
  const { policy, usage, cumulative } = request;
  const counts = contextUsage(usage);
  return {
    model: policy,
    window: policy.window,
    usage: reportedCounts(usage),
    counts,
    status: baselineStatus(counts, policy.window),
    cumulativeUsage: reportedCounts(cumulative),
    cumulativeTokens: contextUsage(cumulative).count,
  };
}
