// The extension's beginning: it says what there is and loads the rest with the first use, so that activating costs next
// to nothing (design 10). What could not be loaded is told, and tried again with the next use.

import * as vscode from 'vscode';
import { madeOnce } from './base/made-once.ts';
import { chatViewId, commandIds } from './host/command-ids.ts';
import type { Host } from './host/compose.ts';
import { Loading } from './host/loading.ts';

let loading: Loading | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const load = madeOnce(async (): Promise<Host> => (await import('./host/compose.ts')).composeHost(context));
  const own = new Loading(load);
  loading = own;
  context.subscriptions.push(
    vscode.window.registerWebviewViewProvider(chatViewId, { resolveWebviewView: (view) => own.show(view) }),
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(id, (...given: unknown[]) => own.run(id, given)),
    ),
  );
}

/** VS Code waits up to five seconds for it. */
export async function deactivate(): Promise<void> {
  await loading?.close();
}
