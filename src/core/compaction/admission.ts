// Does this request call for a compaction, and may it have one? Pure: figures and facts in, a decision out.

import type { ModelPolicy } from '../models/policy.ts';
import type { Estimate } from '../tokens/estimate.ts';
import type { AutoState } from './auto-state.ts';
import { automaticRefusal, type StartFacts, type StartRefusal } from './eligibility.ts';

export interface AdmissionQuestion<Summary extends ModelPolicy = ModelPolicy> {
  readonly estimate: Estimate;
  readonly target: ModelPolicy;
  readonly summary: Summary;
}

/** Carries the policies it was decided with; the run uses them and resolves nothing again (behaviour 1.8). */
export interface Admission<Summary extends ModelPolicy = ModelPolicy> extends AdmissionQuestion<Summary> {
  readonly winningThreshold: number;
  /** The estimate reaches the smaller of the two thresholds. */
  readonly admitted: boolean;
  /** The estimate reaches the target model's own threshold. */
  readonly targetPressure: boolean;
}

/** Compares an estimate with both thresholds; equality triggers (seed, Trigger predicate; behaviours 1.7, 1.8). */
export function admit<Summary extends ModelPolicy>(question: AdmissionQuestion<Summary>): Admission<Summary> {
  const { estimate, target, summary } = question;
  const winningThreshold = Math.min(target.threshold, summary.threshold);
  return {
    estimate,
    target,
    summary,
    winningThreshold,
    admitted: estimate.tokens >= winningThreshold,
    targetPressure: estimate.tokens >= target.threshold,
  };
}

export type GateDecision =
  | { readonly decision: 'send' }
  /** Over the threshold but not eligible: the request goes; `warn` once in a conversation (behaviour 1.11). */
  | { readonly decision: 'send-uncompacted'; readonly reason: StartRefusal; readonly warn: boolean }
  | { readonly decision: 'compact' }
  /** Nothing came since the last commit and the target is still under pressure (design 13.2). */
  | { readonly decision: 'block'; readonly estimate: number; readonly threshold: number };

/** What a gate does. Below the threshold eligibility is not even looked at (behaviour 1.12). */
export function decideAtGate(admission: Admission, state: AutoState, facts: () => StartFacts): GateDecision {
  if (!admission.admitted) return { decision: 'send' };
  const reason = automaticRefusal(facts());
  if (reason !== undefined) return { decision: 'send-uncompacted', reason, warn: !state.warned };
  if (!state.untouchedSinceCommit) return { decision: 'compact' };
  if (!admission.targetPressure) return { decision: 'send' };
  return { decision: 'block', estimate: admission.estimate.tokens, threshold: admission.target.threshold };
}
