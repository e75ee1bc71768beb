// After a request settled: its baseline is decided, set, and recorded. Callers append the request's records first, so
// that the marker stands behind them.

import { modelName } from '../models/diagnostics.ts';
import { decideBaseline, type Baseline, type SettledRequest } from '../tokens/baseline.ts';
import type { RunningCount } from '../tokens/running-count.ts';
import type { Telemetry } from './recorder.ts';

export interface BaselineQuestion extends SettledRequest {
  readonly kind: 'chat' | 'context-summary';
  /** The count of the conversation the request belongs to. */
  readonly count: RunningCount;
}

/**
 * Sets the conversation's baseline and records `token-baseline-recorded`. A summary request changes and records nothing:
 * its size says nothing about the chat (seed, Token estimate; behaviours 2.5 to 2.13, 16.3).
 */
export function recordBaseline(question: BaselineQuestion, telemetry: Telemetry): Baseline | undefined {
  if (question.kind === 'context-summary') return undefined;
  const { count } = question;
  const baseline = decideBaseline(question, () => count.fresh().tokens);
  const marker = count.setBaseline(baseline);
  const { report } = baseline;
  telemetry.record({
    event: 'token-baseline-recorded',
    requestId: baseline.requestId,
    model: modelName(report.model),
    providerContextUsage: report.usage,
    cumulativeUsage: report.cumulativeUsage,
    providerContextTokens: report.counts.count,
    cumulativeUsageTokens: report.cumulativeTokens,
    providerContextStatus: report.status,
    freshVisiblePromptEstimate: report.status === 'valid' ? null : baseline.tokens,
    chosenActiveContextTokens: baseline.tokens,
    chosenSource: baseline.source,
    modelContextWindow: report.window,
    baselineMarkerPosition: marker,
    inputTokens: report.counts.input,
    outputTokens: nonNegative(report.usage?.output),
  });
  return baseline;
}

function nonNegative(reported: number | null | undefined): number | null {
  return typeof reported === 'number' && reported >= 0 ? reported : null;
}
