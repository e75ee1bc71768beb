// The models a person is offered: in groups by provider, what they use now marked.

import { knownModels } from '../../core/models/windows.ts';
import { offlineModel, parseModelReference, type ModelReference } from '../../core/models/policy.ts';
import type { Settings } from '../../core/settings/settings.ts';

export interface OfferedModel {
  readonly model: ModelReference;
  readonly isChosen: boolean;
}

const modelSettings = [
  'models.default',
  'models.summarization',
  'models.journal',
  'models.planning',
] as const;

/** Each once; models of one provider stand together. The offline guide is the first. */
export function offeredModels(settings: Settings, now: ModelReference): readonly OfferedModel[] {
  const named = [
    now,
    ...modelSettings.flatMap((name) => {
      const model = parseModelReference(settings[name]);
      return model === undefined ? [] : [model];
    }),
  ].filter(({ provider }) => provider !== 'offline');
  const all: readonly ModelReference[] = [offlineModel, ...named, ...declared(settings), ...knownModels];
  const groups = new Map<string, Map<string, OfferedModel>>();
  for (const model of all) {
    const group = groups.get(model.provider) ?? new Map<string, OfferedModel>();
    groups.set(model.provider, group);
    const key = `${model.model}@${model.effort ?? ''}`;
    if (!group.has(key)) group.set(key, { model, isChosen: isSame(model, now) });
  }
  return [...groups.values()].flatMap((group) => [...group.values()]);
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
