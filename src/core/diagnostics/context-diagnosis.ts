// Why would this conversation be compacted, or not: budgets of both models, the estimate, and what a gate would decide.

import type { GateDecision } from '../compaction/admission.ts';
import { initialAutoState } from '../compaction/auto-state.ts';
import type { StartFacts } from '../compaction/eligibility.ts';
import { decideThreshold } from '../compaction/evaluate-threshold.ts';
import { policyFigures, type PolicyFigures } from '../models/diagnostics.ts';
import type { ModelPolicy } from '../models/policy.ts';
import type { Estimate } from '../tokens/estimate.ts';

export interface ContextDiagnosis extends PolicyFigures {
  readonly estimate: Estimate;
  /** What the next request would meet at the gate. */
  readonly decision: GateDecision;
  readonly targetPressure: boolean;
}

export interface DiagnosisQuestion {
  readonly estimate: Estimate;
  readonly target: ModelPolicy;
  readonly summary: ModelPolicy;
  readonly facts: StartFacts;
}

/** The figures and the decision of a threshold event, for people (seed, Trigger predicate; behaviour 16.5). */
export function diagnoseContext(question: DiagnosisQuestion): ContextDiagnosis {
  const { estimate, target, summary, facts } = question;
  const asked = { estimate, target, summary, auto: initialAutoState, facts: () => facts };
  const { admission, decision } = decideThreshold(asked);
  return {
    ...policyFigures(target, summary),
    estimate,
    decision,
    targetPressure: admission.targetPressure,
  };
}
