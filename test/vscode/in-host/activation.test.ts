import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { extension } from './extension.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

describe('the extension in its host', () => {
  /** Files of the extension that are loaded. */
  const loaded = (): string[] =>
    Object.keys(require.cache)
      .filter((file) => file.startsWith(path.join(extension().extensionPath, 'dist')))
      .map((file) => path.basename(file));

  it('is not active before it is needed, and loads next to nothing when it is activated', async () => {
    assert.equal(extension().isActive, false);
    await extension().activate();
    assert.deepEqual(loaded(), ['extension.cjs']);
  });

  it('has every command it offers, and no other', async () => {
    const { contributes } = extension().packageJSON as Manifest;
    const offered = contributes.commands.map(({ command }) => command);
    const known = (await vscode.commands.getCommands(true)).filter((id) => /^segue\.[a-z]/i.test(id));
    const own = known.filter((id) => !id.startsWith('segue.chat.'));
    assert.deepEqual(own.sort(), offered.sort());
  });

  it('loads its host with the first use, and no SDK before one is needed', async () => {
    await vscode.commands.executeCommand('segue.stop');
    const files = loaded();
    assert.ok(files.includes('host.cjs'), files.join());
    assert.deepEqual(
      files.filter((file) => file.startsWith('lazy-')),
      [],
    );
  });
});
