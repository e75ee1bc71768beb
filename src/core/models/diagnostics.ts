// The budget figures people and telemetry see for a pair of models (seed, Trigger predicate; behaviour 16.5).

import type { ModelPolicy } from './policy.ts';
import type { WindowProvenance } from './windows.ts';

export interface BudgetFigures {
  readonly model: string;
  readonly window: number;
  readonly provenance: WindowProvenance;
  readonly reported?: true;
  /** The most its server could give the model, while it has not said how much it gives. */
  readonly upperBound?: number;
  readonly reserve: number;
  readonly usable: number;
  readonly threshold: number;
}

export interface PolicyFigures {
  readonly ratio: number;
  /** The smaller of the two thresholds, in tokens (design 14.11). */
  readonly winningThreshold: number;
  readonly target: BudgetFigures;
  readonly summary: BudgetFigures;
}

export function policyFigures(target: ModelPolicy, summary: ModelPolicy): PolicyFigures {
  return {
    ratio: target.ratio,
    winningThreshold: Math.min(target.threshold, summary.threshold),
    target: figures(target),
    summary: figures(summary),
  };
}

export function modelName(model: { readonly provider: string; readonly model: string }): string {
  return `${model.provider}/${model.model}`;
}

function figures(policy: ModelPolicy): BudgetFigures {
  const { window, provenance, reported, upperBound, reserve, usable, threshold } = policy;
  const known = {
    ...{ window, provenance },
    ...(reported === undefined ? {} : { reported }),
    ...(upperBound === undefined ? {} : { upperBound }),
  };
  return { model: modelName(policy), ...known, reserve, usable, threshold };
}
