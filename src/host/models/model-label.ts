// How a model is told in the list to choose from: its name, which is the one in use, its window, and how that is known
// (design 6.10).

import { modelName } from '../../core/models/diagnostics.ts';
import { resolvePolicy, type ModelReference } from '../../core/models/policy.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { provenanceText, texts, thousands } from '../texts.ts';
import type { FoundKey } from './keys.ts';
import type { OfferedModel } from './offered-models.ts';

export interface ModelLabel {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

export function modelLabel(
  { model, isChosen, listed }: OfferedModel,
  given: { readonly settings: Settings; readonly keyFrom: FoundKey['from'] },
): ModelLabel {
  const isOffline = model.provider === 'offline';
  const { window, provenance, reported, upperBound } = resolvePolicy(model, given.settings, listed);
  const description = [
    ...(isChosen ? [texts.inUse] : []),
    texts.windowOf(thousands(window)),
    ...(listed === undefined ? [] : [texts.fromList]),
    isOffline ? texts.offlineGuide : texts.hasKey(given.keyFrom),
  ];
  return {
    label: `${isChosen ? '$(check) ' : ''}${isOffline ? texts.offlineLabel : writtenModel(model)}`,
    description: description.join(' · '),
    detail: isOffline
      ? texts.offlineDetail
      : provenanceText({ model: modelName(model), window, provenance, reported, upperBound }),
  };
}

/** As settings write it. */
export function writtenModel(model: ModelReference): string {
  return `${modelName(model)}${model.effort === undefined ? '' : `@${model.effort}`}`;
}
