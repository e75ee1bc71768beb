// The extension's beginning: it says what there is and loads the rest with the first use, so that activating costs next
// to nothing (design 10).

import * as vscode from 'vscode';
import { chatViewId, commandIds } from './host/command-ids.ts';
import type { Host } from './host/compose.ts';

let host: Promise<Host> | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const load = (): Promise<Host> =>
    (host ??= import('./host/compose.ts').then(({ composeHost }) => composeHost(context)));
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider(chatViewId, {
      resolveWebviewView: async (view) => (await load()).showIn(view),
    }),
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(id, async (...given: unknown[]) => (await load()).run(id, given)),
    ),
  );
}

/** VS Code waits up to five seconds for it. */
export async function deactivate(): Promise<void> {
  await (await host)?.close();
}
