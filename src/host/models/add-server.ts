// A compatible server the person names: its address goes into their settings, its model is chosen.

import * as vscode from 'vscode';
import { areHeaders, wireKind } from '../../adapters/wire-provider.ts';
import type { ModelReference } from '../../core/models/policy.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { HostModels, UnsettledServer } from './models.ts';
import { section } from '../window/settings.ts';
import { texts, thousands } from '../texts.ts';

/** Undefined when the person gave up; nothing is changed then. */
export async function addServer(models: HostModels): Promise<ModelReference | undefined> {
  const provider = await asked(texts.serverName, (value) =>
    isFreeName(value) ? undefined : texts.badServerName,
  );
  if (provider === undefined) return undefined;
  const baseUrl = await asked(texts.serverAddress, (value) =>
    isAddress(value) ? undefined : texts.badAddress,
  );
  if (baseUrl === undefined) return undefined;
  const headers = await headersOf();
  if (headers === undefined) return undefined;
  const model = await modelOf({ baseUrl, headers }, models);
  if (model === undefined) return undefined;
  const configuration = vscode.workspace.getConfiguration(section);
  // What the folder's settings declare, headers among it, stays with the folder.
  const own = configuration.inspect<Settings['providers']>('providers')?.globalValue ?? {};
  const given = Object.keys(headers).length > 0 ? { headers } : {};
  const providers = { ...own, [provider]: { ...own[provider], kind: 'openai-chat', baseUrl, ...given } };
  await configuration.update('providers', providers, vscode.ConfigurationTarget.Global);
  return { provider, model };
}

/** One after the other, until nothing is given. Undefined when the person gave up. */
async function headersOf(): Promise<Readonly<Record<string, string>> | undefined> {
  const headers = new Map<string, string>();
  for (;;) {
    const which = headers.size === 0 ? 'first' : 'next';
    const line = await asked(texts.serverHeader(which), (value) =>
      value === '' || headerIn(value) !== undefined ? undefined : texts.badHeader,
    );
    if (line === undefined) return undefined;
    const header = headerIn(line);
    if (header === undefined) return Object.fromEntries(headers);
    headers.set(header.name, header.value);
  }
}

/** Undefined when it is none that can be sent. */
function headerIn(line: string): { readonly name: string; readonly value: string } | undefined {
  const [, name = '', value = ''] = /^([^\s:]+)\s*:\s*(.+)$/.exec(line) ?? [];
  return name !== '' && areHeaders({ [name]: value }) ? { name, value } : undefined;
}

/** Chosen from what the server lists, or typed. */
async function modelOf(server: UnsettledServer, models: HostModels): Promise<string | undefined> {
  const listed = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: texts.askingServer(server.baseUrl),
      cancellable: true,
    },
    (_, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort('user'));
      return models.listAt(server, controller.signal);
    },
  );
  const items = listed.map(({ id, window, isUpperBound }) => ({
    label: id,
    ...(window === undefined
      ? {}
      : { description: (isUpperBound === true ? texts.atMost : texts.windowOf)(thousands(window)) }),
  }));
  if (items.length > 0) {
    const other = { label: texts.typeModel };
    const picked = await vscode.window.showQuickPick([...items, other], {
      title: texts.addServer,
      placeHolder: texts.pickServerModel,
      ignoreFocusOut: true,
    });
    if (picked !== other) return picked?.label;
  }
  return asked(texts.serverModel, (value) => (value === '' ? texts.serverModel : undefined));
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
