// Commands about models: which one a session works with, the keys they need, and whether they answer.

import * as vscode from 'vscode';
import { wireKind } from '../../adapters/wire-provider.ts';
import { parseModelReference, type ModelReference } from '../../core/models/policy.ts';
import { modelName } from '../../core/models/diagnostics.ts';
import type { ModelChoice } from '../../core/sessions/session-record.ts';
import { keyHolder, type FoundKey } from '../models/keys.ts';
import { pickModel } from '../models/model-picker.ts';
import { testConnection } from '../models/test-connection.ts';
import { storeText, texts } from '../texts.ts';
import type { CommandDeps, CommandTable } from './command-deps.ts';

export const modelCommands: CommandTable<'segue.selectModel' | 'segue.setApiKey' | 'segue.testConnection'> = {
  'segue.selectModel': selectModel,
  'segue.setApiKey': setApiKey,
  'segue.testConnection': async (deps) => testModel(deps, chosenModel(deps)),
};

/** `given` may be the name of a model, as it is written in settings. */
async function selectModel(deps: CommandDeps, [given]: readonly unknown[]): Promise<void> {
  const { desk, keys, models, settings, view } = deps;
  const named = typeof given === 'string' ? parseModelReference(given.trim()) : undefined;
  const key = (provider: string): FoundKey => keys.of(provider);
  const chosen = named ?? (await pickModel({ settings: settings(), key, models, now: chosenModel(deps) }));
  if (chosen === undefined) return;
  await chooseModel(deps, { ...chosen });
  desk.factsChanged();
  if (isKeyMissing(chosen.provider, deps)) await setApiKey(deps, [chosen.provider]);
  await view.focus();
}

/** A provider that is known and wants a key nobody has given yet. */
function isKeyMissing(provider: string, { keys, models, settings }: CommandDeps): boolean {
  const isKnown = wireKind(provider) !== undefined || settings().providers[provider] !== undefined;
  return isKnown && keys.of(provider).from === 'nowhere' && !models.provider({ provider, model: '-' }).ok;
}

async function chooseModel({ desk, keepModel, tell }: CommandDeps, model: ModelChoice): Promise<void> {
  const kept = await desk.conversation?.chat.chooseModel(model);
  if (kept?.ok === false) {
    tell('error', texts.modelNotKept(storeText(kept.error)));
    return;
  }
  await keepModel(model);
}

/** `given` may be a provider. */
async function setApiKey(deps: CommandDeps, [given]: readonly unknown[]): Promise<void> {
  const { desk, keys, settings, tell } = deps;
  const provider = typeof given === 'string' ? given : await pickedProvider(deps);
  if (provider === undefined) return;
  const key = await vscode.window.showInputBox({
    title: texts.askKey(provider),
    prompt: texts.keyPrompt,
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) return;
  await keys.set(provider, key.trim());
  await keys.load(settings());
  desk.factsChanged();
  tell('info', key.trim() === '' ? texts.keyRemoved(provider) : texts.keyStored(provider));
}

async function pickedProvider({ keys, settings }: CommandDeps): Promise<string | undefined> {
  const names = [...new Set(['anthropic', 'openai', ...Object.keys(settings().providers)].map(keyHolder))];
  const items = names.map((label) => ({ label, description: texts.hasKey(keys.of(label).from) }));
  return (await vscode.window.showQuickPick(items, { title: texts.pickProvider }))?.label;
}

async function testModel({ models, machine, tell }: CommandDeps, model: ModelReference): Promise<void> {
  const name = modelName(model);
  const tested = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: texts.testing(name), cancellable: true },
    (_, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort('user'));
      return testConnection(model, { models, prompts: machine.prompts }, controller.signal);
    },
  );
  if (tested.kind === 'cancelled') return;
  if (tested.kind === 'fails') {
    tell('warning', texts.testFails(name, tested.why));
    return;
  }
  tell('info', texts.testWorks(name, tested.ms));
  // It is loaded now, so its server knows how much it really gets.
  await models.lists.refresh(model.provider);
}

function chosenModel({ desk, newTarget }: CommandDeps): ModelReference {
  return desk.conversation?.policies.target ?? newTarget();
}
