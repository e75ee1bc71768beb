// The telemetry span of a run: one start, one finish, whatever the outcome (behaviour 16.1).

import { policyFigures } from '../models/diagnostics.ts';
import type { Clock } from '../../base/clock.ts';
import { estimateInputs, notMeasured } from '../telemetry/estimate-inputs.ts';
import type { Telemetry } from '../telemetry/recorder.ts';
import type { EndedRun } from './outcome.ts';
import type { CompactionRequest } from './request.ts';
import type { CompactionTarget } from './target.ts';

export interface SpanDeps {
  readonly target: CompactionTarget;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
}

/**
 * Runs the work of a compaction between the start and the finish of its span. Work that throws finishes it as failed with
 * class `bug`, and the error goes on.
 */
export async function withinSpan(
  { run, request }: { readonly run: string; readonly request: CompactionRequest },
  deps: SpanDeps,
  work: () => Promise<EndedRun>,
): Promise<EndedRun> {
  const { telemetry, clock, target } = deps;
  const began = clock.now();
  telemetry.record({
    event: 'compaction-started',
    run,
    trigger: request.trigger,
    aggressive: request.tail === 'none',
    tokensBefore: request.tokensBefore.tokens,
    origin: target.identity.origin,
    ...estimateInputs(request.measured ?? notMeasured, request.tokensBefore, request),
    ...policyFigures(request.target, request.summary),
  });
  let end: SpanEnd = { outcome: 'failed', tokensAfter: null, errorClass: 'bug' };
  try {
    const outcome = await work();
    end = spanEnd(outcome);
    return outcome;
  } finally {
    telemetry.record({ event: 'compaction-finished', run, ...end, durationMs: clock.now() - began });
  }
}

interface SpanEnd {
  readonly outcome: EndedRun['outcome'];
  readonly tokensAfter: number | null;
  readonly errorClass: string | null;
}

function spanEnd(outcome: EndedRun): SpanEnd {
  return {
    outcome: outcome.outcome,
    tokensAfter: outcome.outcome === 'applied' ? outcome.applied.tokens.after : null,
    errorClass: outcome.outcome === 'failed' ? outcome.failure.class : null,
  };
}
