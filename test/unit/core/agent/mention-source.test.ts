import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nodeWorkspaceFiles } from '../../../../src/adapters/files/node-workspace-files.ts';
import { walkingSearch } from '../../../../src/adapters/search/walking-search.ts';
import { createMentionSource } from '../../../../src/core/agent/mention-source.ts';
import { Workspace } from '../../../../src/core/tools/workspace.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { never } from '../../../support/expect.ts';

describe('what may be mentioned', () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'segue-mentions-')));
    for (const name of [
      'README.md',
      'src/main.ts',
      'src/domain/a.ts',
      'src/my notes.md',
      'tests/Main.test.ts',
    ]) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), 'x');
    }
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const find = async (prefix: string): Promise<readonly string[]> => {
    const workspace = new Workspace(nodeWorkspaceFiles(countingIds()), () => [folder]);
    const found = await createMentionSource(workspace, walkingSearch).find(prefix, never);
    return found.map(({ written }) => written);
  };

  it('is every file whose path holds the letters, in any case, names that begin with them first', async () => {
    assert.deepEqual(await find('main'), ['@src/main.ts', '@tests/Main.test.ts', '@src/domain/a.ts']);
  });

  it('may be narrowed by folders', async () => {
    assert.deepEqual(await find('src/ma'), ['@src/main.ts']);
    assert.deepEqual(await find('domain/'), ['@src/domain/a.ts']);
  });

  it('is quoted when its path holds a space', async () => {
    assert.deepEqual(await find('my n'), ['@"src/my notes.md"']);
  });

  it('is every file before a letter is written, the shortest first', async () => {
    const all = await find('');
    assert.equal(all.length, 5);
    assert.equal(all[0], '@README.md');
  });

  it('takes letters that mean something to a search as letters', async () => {
    writeFileSync(path.join(folder, 'a[1].ts'), 'x');
    assert.deepEqual(await find('a[1]'), ['@a[1].ts']);
    assert.deepEqual(await find('*{'), []);
  });
});
