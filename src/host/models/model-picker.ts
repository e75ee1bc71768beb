// Which model a session works with, chosen from a list: the offline guide, the models whose windows are known, those of
// the settings, those the servers list, and whatever a person names. It is there at once; what servers tell comes later, and
// nobody is asked whom the person did not choose.

import * as vscode from 'vscode';
import { parseModelReference, type ModelReference } from '../../core/models/policy.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { addServer } from './add-server.ts';
import type { FoundKey } from './keys.ts';
import { modelLabel, writtenModel } from './model-label.ts';
import type { HostModels } from './models.ts';
import { offeredModels, serversAskedUnbidden, serversOf, type OfferedModel } from './offered-models.ts';
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
  /** A provider to be asked for its models; the list stays open. */
  readonly ask?: string;
};

/** Providers that are being asked for their lists, and those that were asked and gave none. */
interface AskedLists {
  readonly waited: Set<string>;
  readonly silent: Set<string>;
}

/** Undefined when the person chose nothing. */
export async function pickModel(question: ModelQuestion): Promise<ModelReference | undefined> {
  const picked = await pickedItem(question);
  if (picked?.more === 'other') return namedModel(question.now);
  if (picked?.more === 'server') return addServer(question.models);
  return picked?.chosen;
}

async function pickedItem(question: ModelQuestion): Promise<Item | undefined> {
  const { settings, models, now } = question;
  const lists: AskedLists = { waited: new Set(), silent: new Set() };
  let isOver = false;
  const picker = vscode.window.createQuickPick<Item>();
  picker.title = texts.pickModel;
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  const ask = async (provider: string): Promise<void> => {
    lists.waited.add(provider);
    picker.busy = true;
    const listed = await models.lists.listed(provider);
    lists.waited.delete(provider);
    if (isOver) return;
    if (listed.length === 0) lists.silent.add(provider);
    showMore(picker, modelItems(question, lists));
    picker.busy = lists.waited.size > 0;
  };
  const answer = new Promise<Item | undefined>((resolve, reject) => {
    picker.onDidAccept(() => {
      const item = picker.selectedItems[0];
      if (item?.ask === undefined) resolve(item);
      else ask(item.ask).catch(reject);
    });
    picker.onDidHide(() => resolve(undefined));
    // What goes wrong with a list ends the wait too.
    for (const provider of serversAskedUnbidden(settings, now)) ask(provider).catch(reject);
  });
  picker.items = modelItems(question, lists);
  picker.show();
  try {
    return await answer;
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

function modelItems(question: ModelQuestion, asked: AskedLists): readonly Item[] {
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
    ...askItems(question, asked),
  ];
}

function askItems({ settings, models }: ModelQuestion, { waited, silent }: AskedLists): readonly Item[] {
  const { lists } = models;
  const isUnknown = (provider: string): boolean =>
    lists.canAsk(provider) && !waited.has(provider) && lists.now(provider).length === 0;
  return serversOf(settings)
    .filter(isUnknown)
    .map((provider) => ({
      label: texts.askForModels(provider),
      ...(silent.has(provider) ? { description: texts.gaveNoList } : {}),
      ask: provider,
    }));
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
