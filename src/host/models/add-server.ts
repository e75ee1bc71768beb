// A compatible server the person names: its address goes into their settings, its model is chosen.

import * as vscode from 'vscode';
import { wireKind } from '../../adapters/wire-provider.ts';
import type { ModelReference } from '../../core/models/policy.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { section } from '../window/settings.ts';
import { texts } from '../texts.ts';

/** Undefined when the person gave up; nothing is changed then. */
export async function addServer(): Promise<ModelReference | undefined> {
  const provider = await asked(texts.serverName, (value) =>
    isFreeName(value) ? undefined : texts.badServerName,
  );
  if (provider === undefined) return undefined;
  const baseUrl = await asked(texts.serverAddress, (value) =>
    isAddress(value) ? undefined : texts.badAddress,
  );
  if (baseUrl === undefined) return undefined;
  const model = await asked(texts.serverModel, (value) => (value === '' ? texts.serverModel : undefined));
  if (model === undefined) return undefined;
  const configuration = vscode.workspace.getConfiguration(section);
  // What the folder's settings declare, headers among it, stays with the folder.
  const own = configuration.inspect<Settings['providers']>('providers')?.globalValue ?? {};
  const providers = { ...own, [provider]: { ...own[provider], kind: 'openai-chat', baseUrl } };
  await configuration.update('providers', providers, vscode.ConfigurationTarget.Global);
  return { provider, model };
}

async function asked(
  title: string,
  fault: (value: string) => string | undefined,
): Promise<string | undefined> {
  const given = await vscode.window.showInputBox({
    title: texts.addServer,
    prompt: title,
    ignoreFocusOut: true,
    validateInput: (value) => fault(value.trim()),
  });
  return given?.trim();
}

function isFreeName(value: string): boolean {
  return /^[\w-]+$/.test(value) && value !== 'offline' && wireKind(value) === undefined;
}

function isAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
