// The telemetry span of one summary request: one start, one finish, never a word of evidence or summary (behaviour 16.6).

import type { Clock } from '../../base/clock.ts';
import { modelName } from '../models/diagnostics.ts';
import type { SummaryResult } from '../summary/generate.ts';
import type { Telemetry } from '../telemetry/recorder.ts';
import type { CompactionRequest } from './request.ts';

/** Generates within the span. A generator that throws finishes it as an error of class `bug`, and the error goes on. */
export async function withinRequestSpan(
  { run, attempt, request }: { run: string; attempt: number; request: CompactionRequest },
  { telemetry, clock }: { readonly telemetry: Telemetry; readonly clock: Clock },
  generate: () => Promise<SummaryResult>,
): Promise<SummaryResult> {
  const { summary: policy, purpose } = request;
  const { provider, effort = null } = policy;
  const began = clock.now();
  telemetry.record({
    event: 'context-summary-request-started',
    ...{ run, attempt, purpose, provider, model: modelName(policy), effort },
  });
  let end: RequestEnd = { outcome: 'error', errorClass: 'bug', ...noTokens };
  try {
    const result = await generate();
    end = requestEnd(result);
    return result;
  } finally {
    telemetry.record({
      event: 'context-summary-request-finished',
      ...{ run, attempt, ...end, durationMs: clock.now() - began },
    });
  }
}

interface RequestEnd {
  readonly outcome: SummaryResult['outcome'];
  readonly errorClass: string | null;
  readonly inputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly outputTokens: number | null;
}

const noTokens = { inputTokens: null, cachedTokens: null, outputTokens: null } as const;

function requestEnd({ usage, ...result }: SummaryResult): RequestEnd {
  const { outcome } = result;
  const errorClass = result.outcome === 'error' ? result.error.class : null;
  if (usage === null) return { outcome, errorClass, ...noTokens };
  const { input, cacheRead, cacheWrite, output } = usage;
  const inputTokens = input + cacheRead + cacheWrite;
  return { outcome, errorClass, inputTokens, cachedTokens: cacheRead, outputTokens: output };
}
