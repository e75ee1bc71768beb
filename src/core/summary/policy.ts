// The budget and manner of summary requests: a model's policy, how answers come, how long silence is borne, and whether
// the model has a window at all.

import { resolvePolicy, type ModelPolicy, type ModelReference } from '../models/policy.ts';
import type { Limits } from '../models/windows.ts';
import type { Settings } from '../settings/settings.ts';

export interface SummaryPolicy extends ModelPolicy {
  readonly stream: boolean;
  /** 0 waits for ever. */
  readonly idleSeconds: number;
  /**
   * Set for a summariser that reads a text of any length: evidence is tightened towards its usable tokens like any other,
   * but what is still larger is not refused (ADR 9).
   */
  readonly takesAnySize?: true | undefined;
}

/** What settings alone do not tell. */
export interface SummaryFacts {
  /** Depends on where the provider is (design 5). */
  readonly idleSeconds: number;
  /** What the provider itself has said of the model. */
  readonly reported?: Limits | undefined;
}

export function resolveSummaryPolicy(
  model: ModelReference,
  settings: Settings,
  { idleSeconds, reported }: SummaryFacts,
): SummaryPolicy {
  const takesAnySize = model.provider === 'offline' && settings['compaction.oversize'] === 'tighten';
  return {
    ...resolvePolicy(model, settings, reported),
    stream: settings['models.stream'],
    idleSeconds,
    ...(takesAnySize ? { takesAnySize } : {}),
  };
}
