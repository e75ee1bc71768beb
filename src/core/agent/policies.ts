// The models of one turn: resolved once, before its first request, and carried to its end. What the person changes
// meanwhile holds from the next turn on (seed, Request flow; behaviour 1.26).

import { err, ok, type Result } from '../../base/result.ts';
import { modelFor, resolvePolicy, type ModelPolicy, type ModelReference } from '../models/policy.ts';
import type { Limits } from '../models/windows.ts';
import type { Provider } from '../provider/provider.ts';
import type { ModelChoice } from '../sessions/session-record.ts';
import type { Settings } from '../settings/settings.ts';
import { resolveSummaryPolicy, type SummaryPolicy } from '../summary/policy.ts';

/** The port to models: who answers for one, and how long their silence is borne. */
export interface ChatModels {
  /** The provider of a model, or the clause that says why there is none and what to do. Sends nothing. */
  provider(model: ModelReference): Result<Provider, string>;
  /** Seconds without a sign of life after which a request counts as failed; 0 waits for ever (design 13.7). */
  idleSeconds(model: ModelReference): number;
  /** What the provider itself has said of a model by now; nobody waits for it. */
  reported(model: ModelReference): Limits | undefined;
}

export interface CompactionPolicies {
  readonly target: ModelPolicy;
  readonly summary: SummaryPolicy;
  readonly summarizer: Result<Provider, string>;
}

export interface TurnPolicies extends CompactionPolicies {
  readonly provider: Provider;
  readonly idleSeconds: number;
  readonly stream: boolean;
}

export function compactionPolicies(
  chosen: ModelChoice | undefined,
  settings: Settings,
  models: ChatModels,
): CompactionPolicies {
  const chat = modelFor('chat', settings, chosen);
  const summarizer = modelFor('summarization', settings, chosen);
  return {
    target: resolvePolicy(chat, settings, models.reported(chat)),
    summary: resolveSummaryPolicy(summarizer, settings, {
      idleSeconds: models.idleSeconds(summarizer),
      reported: models.reported(summarizer),
    }),
    summarizer: models.provider(summarizer),
  };
}

/** The error says why the chosen model cannot be asked. */
export function turnPolicies(
  chosen: ModelChoice | undefined,
  settings: Settings,
  models: ChatModels,
): Result<TurnPolicies, string> {
  const policies = compactionPolicies(chosen, settings, models);
  const provider = models.provider(policies.target);
  if (!provider.ok) return err(provider.error);
  return ok({
    ...policies,
    provider: provider.value,
    idleSeconds: models.idleSeconds(policies.target),
    stream: settings['models.stream'],
  });
}
