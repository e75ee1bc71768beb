// Which model a session works with, chosen from a list: the offline guide, the models whose windows are known, those of
// the settings, those the servers list, and whatever a person names. It is there at once; what servers tell comes later.

import * as vscode from 'vscode';
import { parseModelReference, type ModelReference } from '../../core/models/policy.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { addServer } from './add-server.ts';
import type { FoundKey } from './keys.ts';
import { modelLabel, writtenModel } from './model-label.ts';
import type { HostModels } from './models.ts';
import { offeredModels, serversOf, type OfferedModel } from './offered-models.ts';
import { texts } from '../texts.ts';

export interface ModelQuestion {
  readonly settings: Settings;
  readonly key: (provider: string) => FoundKey;
  readonly models: HostModels;
  readonly now: ModelReference;
}

type Item = vscode.QuickPickItem & {
  readonly chosen?: ModelReference;
  readonly more?: 'other' | 'server';
};

/** Undefined when the person chose nothing. */
export async function pickModel(question: ModelQuestion): Promise<ModelReference | undefined> {
  const picked = await pickedItem(question);
  if (picked?.more === 'other') return namedModel(question.now);
  if (picked?.more === 'server') return addServer(question.models);
  return picked?.chosen;
}

async function pickedItem(question: ModelQuestion): Promise<Item | undefined> {
  let isOver = false;
  const picker = vscode.window.createQuickPick<Item>();
  picker.title = texts.pickModel;
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.items = modelItems(question);
  picker.busy = true;
  const answer = new Promise<Item | undefined>((resolve) => {
    picker.onDidAccept(() => resolve(picker.selectedItems[0]));
    picker.onDidHide(() => resolve(undefined));
  });
  picker.show();
  const { lists } = question.models;
  const listed = serversOf(question.settings).map(async (provider) => {
    await lists.listed(provider);
    if (!isOver) showMore(picker, modelItems(question));
  });
  const all = Promise.all(listed).then(() => {
    if (!isOver) picker.busy = false;
  });
  try {
    // What goes wrong with a list ends the wait too.
    return await Promise.race([answer, all.then(() => answer)]);
  } finally {
    isOver = true;
    picker.dispose();
  }
}

/** The person may be on their way to an item: it stays the one that would be chosen. */
function showMore(picker: vscode.QuickPick<Item>, items: readonly Item[]): void {
  const label = picker.activeItems[0]?.label;
  picker.keepScrollPosition = true;
  picker.items = items;
  const active = items.find((item) => label !== undefined && item.label === label);
  if (active !== undefined) picker.activeItems = [active];
}

function modelItems(question: ModelQuestion): readonly Item[] {
  const { lists } = question.models;
  const items: Item[] = [];
  let group = '';
  for (const offered of offeredModels(question.settings, question.now, (provider) => lists.now(provider))) {
    if (offered.model.provider !== group) {
      group = offered.model.provider;
      items.push({ label: groupName(group), kind: vscode.QuickPickItemKind.Separator });
    }
    items.push(modelItem(offered, question));
  }
  return [
    ...items,
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: texts.otherModel, more: 'other' },
    { label: texts.addServer, more: 'server' },
  ];
}

function modelItem(offered: OfferedModel, { settings, key }: ModelQuestion): Item {
  const { model } = offered;
  return { ...modelLabel(offered, { settings, keyFrom: key(model.provider).from }), chosen: model };
}

async function namedModel(now: ModelReference): Promise<ModelReference | undefined> {
  const text = await vscode.window.showInputBox({
    title: texts.otherModel,
    prompt: texts.otherModelPrompt,
    value: now.provider === 'offline' ? '' : writtenModel(now),
    validateInput: (value) => (parseModelReference(value.trim()) === undefined ? texts.badModel : undefined),
  });
  return parseModelReference(text?.trim());
}

function groupName(provider: string): string {
  return provider === 'offline' ? texts.offlineGuide : provider;
}
