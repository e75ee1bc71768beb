// The models of `segue run`: which one answers, who is asked for it, and how often and how long they were waited for.

import type { Clock } from '../base/clock.ts';
import { ok } from '../base/result.ts';
import { idleSeconds } from '../adapters/wire-provider.ts';
import type { ChatModels } from '../core/agent/policies.ts';
import { modelFor, type ModelReference } from '../core/models/policy.ts';
import { reportedModel, type ReportedModel } from '../core/models/reported-models.ts';
import type { Provider } from '../core/provider/provider.ts';
import type { Settings } from '../core/settings/settings.ts';
import { listedModels, named, providerFor, type ProviderFlags, type ProviderSources } from './providers.ts';
import { timedProvider, type TimedProvider } from './timed-provider.ts';

/** The model of the conversation: flags first, then what the session chose, then the settings. */
export function chatModel(
  flags: ProviderFlags,
  settings: Settings,
  chosen: ModelReference | undefined,
): ModelReference {
  const usual = modelFor('chat', settings, chosen);
  if (flags.provider !== undefined) return named(flags.provider, flags.model, usual);
  return flags.model === undefined ? usual : { ...usual, model: flags.model, effort: undefined };
}

export interface AskedModels extends ChatModels {
  /** Asks the server that was named for its models, before anything is sent to it. */
  learn(signal: AbortSignal): Promise<void>;
  /** Requests so far, and milliseconds their answers were waited for, whoever was asked. */
  asked(): { readonly requests: number; readonly ms: number };
}

/** `--base-url` is the address of the conversation's own provider; any other has that of its settings. */
export function askedModels(model: ModelReference, sources: ProviderSources, clock: Clock): AskedModels {
  const { settings, flags } = sources;
  const known = new Map<string, TimedProvider>();
  let requests = 0;
  let listed: readonly ReportedModel[] = [];
  const own = ({ provider }: ModelReference): ProviderSources['flags'] =>
    provider === model.provider ? flags : { baseUrl: undefined };
  const timed = (provider: Provider): TimedProvider =>
    timedProvider(
      {
        ...provider,
        stream: (request, signal) => {
          requests++;
          return provider.stream(request, signal);
        },
      },
      clock,
    );
  return {
    provider: (wanted) => {
      const before = known.get(wanted.provider);
      if (before !== undefined) return ok(before.provider);
      const found = providerFor(wanted, { ...sources, flags: own(wanted) });
      if (!found.ok) return found;
      const made = timed(found.value);
      known.set(wanted.provider, made);
      return ok(made.provider);
    },
    idleSeconds: (wanted) =>
      idleSeconds(settings, own(wanted).baseUrl ?? settings.providers[wanted.provider]?.baseUrl),
    reported: (wanted) =>
      wanted.provider === model.provider ? reportedModel(listed, wanted.model) : undefined,
    learn: async (signal) => {
      listed = await listedModels(model, { ...sources, clock }, signal);
    },
    asked: () => ({ requests, ms: [...known.values()].reduce((sum, one) => sum + one.waited(), 0) }),
  };
}
