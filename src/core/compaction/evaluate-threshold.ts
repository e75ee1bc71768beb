// One evaluation of the threshold: admission, the decision at the gate, and the event that tells of both. Gates and the
// diagnosis start here; what follows from the decision is theirs.

import { policyFigures } from '../models/diagnostics.ts';
import type { ModelPolicy } from '../models/policy.ts';
import { estimateInputs, measurementOf, type Measurement } from '../telemetry/estimate-inputs.ts';
import type { Telemetry } from '../telemetry/recorder.ts';
import type { RunningCount } from '../tokens/running-count.ts';
import {
  admit,
  decideAtGate,
  type Admission,
  type AdmissionQuestion,
  type GateDecision,
} from './admission.ts';
import type { AutoState } from './auto-state.ts';
import type { StartFacts } from './eligibility.ts';

interface DecisionQuestion<Summary extends ModelPolicy> extends AdmissionQuestion<Summary> {
  readonly auto: AutoState;
  /** Asked only above the threshold (behaviour 1.12). */
  readonly facts: () => StartFacts;
}

export interface ThresholdQuestion<Summary extends ModelPolicy> extends DecisionQuestion<Summary> {
  readonly gate: 'pre-send' | 'continuation' | 'diagnosis';
  /** The request that waits to be sent; null in a diagnosis. */
  readonly requestId: string | null;
  readonly count: RunningCount;
}

interface ThresholdDecision<Summary extends ModelPolicy> {
  readonly admission: Admission<Summary>;
  readonly decision: GateDecision;
}

interface ThresholdEvaluation<Summary extends ModelPolicy> extends ThresholdDecision<Summary> {
  /** For the span of the run that may follow. */
  readonly measured: Measurement;
}

/** Admits and decides without a trace. */
export function decideThreshold<Summary extends ModelPolicy>(
  question: DecisionQuestion<Summary>,
): ThresholdDecision<Summary> {
  const { estimate, target, summary } = question;
  const admission = admit({ estimate, target, summary });
  return { admission, decision: decideAtGate(admission, question.auto, question.facts) };
}

/**
 * Admits, decides, and records `compaction-threshold-evaluated` with every field, also below the threshold (seed, Trigger
 * predicate; behaviours 16.2, 16.4, 16.5).
 */
export function evaluateThreshold<Summary extends ModelPolicy>(
  question: ThresholdQuestion<Summary>,
  telemetry: Telemetry,
): ThresholdEvaluation<Summary> {
  const { gate, estimate, target, summary } = question;
  const { admission, decision } = decideThreshold(question);
  const measured = measurementOf(question.count, question.requestId);
  telemetry.record({
    event: 'compaction-threshold-evaluated',
    gate,
    estimate: estimate.tokens,
    estimateSource: estimate.source,
    targetThreshold: target.threshold,
    summaryThreshold: summary.threshold,
    admitted: admission.admitted,
    targetPressure: admission.targetPressure,
    decision: decision.decision,
    ineligibleReason: decision.decision === 'send-uncompacted' ? decision.reason : null,
    ...estimateInputs(measured, estimate, { target, summary }),
    ...policyFigures(target, summary),
  });
  return { admission, decision, measured };
}
