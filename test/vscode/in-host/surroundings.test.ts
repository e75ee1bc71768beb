import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { ripgrepPlaces } from '../../../src/host/window/ripgrep-places.ts';
import { workspaceFacts, workspaceRoots } from '../../../src/host/window/workspace.ts';
import { workspaceFolder } from './extension.ts';

describe('what surrounds the extension', () => {
  it('has the ripgrep of VS Code where it is looked for, and it runs', () => {
    const { appRoot } = vscode.env;
    const places = ripgrepPlaces({ appRoot, platform: process.platform, arch: process.arch });
    const found = places.find((place) => existsSync(place));
    assert.ok(found !== undefined, `none of ${places.join(', ')}`);
    assert.match(execFileSync(found, ['--version'], { encoding: 'utf8' }), /^ripgrep \d+/);
  });

  it('is a trusted folder on this machine', () => {
    assert.deepEqual(workspaceFacts(), { isTrusted: true, folders: 'some' });
    assert.deepEqual(workspaceRoots(), [workspaceFolder().fsPath]);
  });
});
