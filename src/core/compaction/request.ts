// What a run is asked to do. Manual, automatic and plan-handoff compactions differ in this value, not in code.

import type { ModelPolicy } from '../models/policy.ts';
import type { SummaryPolicy } from '../summary/policy.ts';
import type { Measurement } from '../telemetry/estimate-inputs.ts';
import type { Estimate } from '../tokens/estimate.ts';

export interface CompactionRequest {
  readonly trigger: 'manual' | 'auto';
  readonly purpose: 'continuation' | 'handoff';
  /** `none` summarises everything and keeps no tail: the aggressive run. */
  readonly tail: 'recent' | 'none';
  /** The person's instructions, at most 4000 characters. */
  readonly guidance?: string | undefined;
  /** The task of a handoff. */
  readonly focus?: string | undefined;
  /** A summary made earlier: nothing is generated, hooks still run (behaviour 6.24). */
  readonly preparedSummary?: string | undefined;
  readonly target: ModelPolicy;
  readonly summary: SummaryPolicy;
  /** The estimate reached the target model's own threshold; false for a manual run. */
  readonly targetPressure: boolean;
  readonly tokensBefore: Estimate;
  /** First record of the pending tool batch, when there is one. */
  readonly pendingFrom?: string | undefined;
  /** Tokens of the next request besides its transcript: system prompt, tools, unsent prompt. */
  readonly fixedTokens: number;
  readonly turn: number;
  /** What the estimate was measured against, for telemetry. */
  readonly measured?: Measurement | undefined;
}
