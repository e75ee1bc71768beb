// The extension under test, and what the tests need to know of their window.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';

export function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('segue.segue-chat');
  assert.ok(found !== undefined, 'the extension is not there');
  return found;
}

/** The folder of the window. */
export function workspaceFolder(): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder !== undefined, 'no folder is open');
  return folder.uri;
}

/** Resolves to the text of the first document that has such a name, once it is open. */
export async function documentNamed(end: string): Promise<string> {
  const find = (): vscode.TextDocument | undefined =>
    vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith(end));
  while (find() === undefined) {
    await new Promise<void>((resolve) => {
      const listening = vscode.workspace.onDidOpenTextDocument(() => {
        listening.dispose();
        resolve();
      });
    });
  }
  return find()?.getText() ?? '';
}
