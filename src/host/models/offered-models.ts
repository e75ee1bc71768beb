// The models a person is offered: in groups by provider, what they use now marked.

import { isLoopback } from '../../adapters/wire-provider.ts';
import { reportedModel, withoutDate, type ReportedModel } from '../../core/models/reported-models.ts';
import { knownModels } from '../../core/models/windows.ts';
import { offlineModel, parseModelReference, type ModelReference } from '../../core/models/policy.ts';
import type { Settings } from '../../core/settings/settings.ts';

export interface OfferedModel {
  readonly model: ModelReference;
  readonly isChosen: boolean;
  /** What the provider's own list says of it, where it is there. */
  readonly listed: ReportedModel | undefined;
}

const modelSettings = [
  'models.default',
  'models.summarization',
  'models.journal',
  'models.planning',
] as const;

/** Providers whose own lists are worth asking for. */
export function serversOf(settings: Settings): readonly string[] {
  return [...new Set(['anthropic', ...Object.keys(settings.providers)])];
}

/**
 * Those of them that may be asked without a word of the person: the one they chose, and what is on this machine. Any
 * other learns of them, and gets their key, only when they say so.
 */
export function serversAskedUnbidden(settings: Settings, now: ModelReference): readonly string[] {
  return serversOf(settings).filter(
    (provider) => provider === now.provider || isLoopback(settings.providers[provider]?.baseUrl),
  );
}

/**
 * Each once; models of one provider stand together. The offline guide is the first. `lists` are those the providers
 * themselves have given so far.
 */
export function offeredModels(
  settings: Settings,
  now: ModelReference,
  lists: (provider: string) => readonly ReportedModel[],
): readonly OfferedModel[] {
  const named = [
    now,
    ...modelSettings.flatMap((name) => {
      const model = parseModelReference(settings[name]);
      return model === undefined ? [] : [model];
    }),
  ].filter(({ provider }) => provider !== 'offline');
  const all: readonly ModelReference[] = [
    offlineModel,
    ...named,
    ...declared(settings),
    ...knownModels,
    ...serversOf(settings).flatMap((provider) => listedBy(provider, lists(provider))),
  ];
  const groups = new Map<string, Map<string, OfferedModel>>();
  for (const model of all) {
    const group = groups.get(model.provider) ?? new Map<string, OfferedModel>();
    groups.set(model.provider, group);
    const key = `${model.model}@${model.effort ?? ''}`;
    if (!group.has(key)) {
      const listed = reportedModel(lists(model.provider), model.model);
      group.set(key, { model, isChosen: isSame(model, now), listed });
    }
  }
  return [...groups.values()].flatMap((group) => [...group.values()]);
}

/** Those that are there without their dates already need not be there with them. */
function listedBy(provider: string, models: readonly ReportedModel[]): readonly ModelReference[] {
  const isKnown = (id: string): boolean =>
    knownModels.some((known) => known.provider === provider && known.model === withoutDate(id));
  return models.flatMap(({ id }) => (isKnown(id) ? [] : [{ provider, model: id }]));
}

/** Models whose window or output the settings declare. */
function declared(settings: Settings): readonly ModelReference[] {
  return Object.entries(settings.providers).flatMap(([provider, { contextWindow, maxOutput }]) => {
    const models = new Set([...modelsIn(contextWindow), ...modelsIn(maxOutput)]);
    return [...models].map((model) => ({ provider, model }));
  });
}

function modelsIn(value: number | Readonly<Record<string, number>> | undefined): readonly string[] {
  return typeof value === 'object' ? Object.keys(value) : [];
}

function isSame(one: ModelReference, other: ModelReference): boolean {
  return one.provider === other.provider && one.model === other.model && one.effort === other.effort;
}
