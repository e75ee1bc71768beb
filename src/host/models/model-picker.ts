// Which model a session works with, chosen from a list: the offline guide, the models whose windows are known, those of
// the settings, and whatever a person names.

import * as vscode from 'vscode';
import { modelName } from '../../core/models/diagnostics.ts';
import { parseModelReference, resolvePolicy, type ModelReference } from '../../core/models/policy.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { addServer } from './add-server.ts';
import type { FoundKey } from './keys.ts';
import { offeredModels, type OfferedModel } from './offered-models.ts';
import { provenanceText, texts, thousands } from '../texts.ts';

export interface ModelQuestion {
  readonly settings: Settings;
  readonly key: (provider: string) => FoundKey;
  readonly now: ModelReference;
}

type Item = vscode.QuickPickItem & {
  readonly chosen?: ModelReference;
  readonly more?: 'other' | 'server';
};

/** Undefined when the person chose nothing. */
export async function pickModel(question: ModelQuestion): Promise<ModelReference | undefined> {
  const { now } = question;
  const items: Item[] = [];
  let group = '';
  for (const offered of offeredModels(question.settings, now)) {
    if (offered.model.provider !== group) {
      group = offered.model.provider;
      items.push({ label: groupName(group), kind: vscode.QuickPickItemKind.Separator });
    }
    items.push(modelItem(offered, question));
  }
  items.push(
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: texts.otherModel, more: 'other' },
    { label: texts.addServer, more: 'server' },
  );
  const picked = await vscode.window.showQuickPick(items, {
    title: texts.pickModel,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.more === 'other') return namedModel(now);
  if (picked?.more === 'server') return addServer();
  return picked?.chosen;
}

function modelItem({ model, isChosen }: OfferedModel, { settings, key }: ModelQuestion): Item {
  const isOffline = model.provider === 'offline';
  const { window, provenance } = resolvePolicy(model, settings);
  const how = isOffline ? texts.offlineGuide : texts.hasKey(key(model.provider).from);
  return {
    label: `${isChosen ? '$(check) ' : ''}${isOffline ? texts.offlineLabel : modelName(model)}`,
    description: `${texts.windowOf(thousands(window))} · ${how}`,
    detail: isOffline ? texts.offlineDetail : provenanceText({ model: modelName(model), window, provenance }),
    chosen: model,
  };
}

async function namedModel(now: ModelReference): Promise<ModelReference | undefined> {
  const text = await vscode.window.showInputBox({
    title: texts.otherModel,
    prompt: texts.otherModelPrompt,
    value: now.provider === 'offline' ? '' : modelName(now),
    validateInput: (value) => (parseModelReference(value.trim()) === undefined ? texts.badModel : undefined),
  });
  return parseModelReference(text?.trim());
}

function groupName(provider: string): string {
  return provider === 'offline' ? texts.offlineGuide : provider;
}
