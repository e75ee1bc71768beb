// The budget and manner of summary requests: a model's policy, how answers come, how long silence is borne, and whether
// the model has a window at all.

import { resolvePolicy, type ModelPolicy, type ModelReference } from '../models/policy.ts';
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

/** `idleSeconds` depends on where the provider is, which settings alone do not tell (design 5). */
export function resolveSummaryPolicy(
  model: ModelReference,
  settings: Settings,
  idleSeconds: number,
): SummaryPolicy {
  const takesAnySize = model.provider === 'offline' && settings['compaction.oversize'] === 'tighten';
  return {
    ...resolvePolicy(model, settings),
    stream: settings['models.stream'],
    idleSeconds,
    ...(takesAnySize ? { takesAnySize } : {}),
  };
}
