// Files of the workspace on a real file system that is full or may not be written.
// On Linux these tests fail when they could not break the thing; elsewhere there is no way to do it and they say so.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../../src/base/json.ts';
import { runChild } from '../support/child-script.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const adapter = new URL('../../src/adapters/files/node-workspace-files.ts', import.meta.url).href;
const loader = import.meta.resolve('tsx');

/** Writes a file, lets the limit come into force, writes again, and prints what came of it. */
const program = `
  import { execFileSync } from 'node:child_process';
  import { readFileSync, readdirSync } from 'node:fs';
  const { nodeWorkspaceFiles } = await import(${JSON.stringify(adapter)});
  const [, folder, bytes, limit] = process.argv;
  const files = nodeWorkspaceFiles({ next: () => 'id', hex: (digits) => 'a'.repeat(digits) });
  const signal = new AbortController().signal;
  const first = await files.write(folder + '/file', Buffer.from('old'), null, signal);
  if (limit === 'read-only') execFileSync('mount', ['-o', 'remount,ro', folder]);
  const again = await files.write(folder + '/file', Buffer.alloc(Number(bytes)), first.value, signal);
  const another = await files.write(folder + '/other', Buffer.alloc(Number(bytes)), null, signal);
  const left = { text: readFileSync(folder + '/file', 'utf8'), names: readdirSync(folder) };
  console.log(JSON.stringify({ first: first.ok, again: again.error, another: another.error, left }));`;

describe('workspace files at real limits', function () {
  this.timeout(60_000);
  let folder = '';

  before(function () {
    if (process.platform !== 'linux') {
      console.log(`    workspace files at real limits: ${process.platform} has no mount namespaces`);
      this.skip();
    }
    folder = mkdtempSync(path.join(os.tmpdir(), 'segue-files-'));
  });

  after(() => {
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  /** In a mount namespace of its own, on a file system of 64 KB in memory. */
  async function outcome(bytes: number, limit: string): Promise<unknown> {
    const script = 'mount -t tmpfs -o size=64k tmpfs "$1" && cd "$2" && shift 2 && exec "$@"';
    const node = [process.execPath, '--import', loader, '--input-type=module', '-e', program];
    const end = await runChild([
      ...['unshare', '-rm', 'sh', '-c', script, 'sh', folder, root],
      ...[...node, '--', folder, String(bytes), limit],
    ]);
    assert.equal(end.code, 0, end.errors);
    return parseJson(end.output);
  }

  it('say that the disk is full, and leave the old content and nothing beside it', async () => {
    assert.deepEqual(await outcome(200_000, 'full'), {
      first: true,
      again: { kind: 'full' },
      another: { kind: 'full' },
      left: { text: 'old', names: ['file'] },
    });
  });

  it('say that nothing may be written, and change nothing', async () => {
    assert.deepEqual(await outcome(3, 'read-only'), {
      first: true,
      again: { kind: 'denied' },
      another: { kind: 'denied' },
      left: { text: 'old', names: ['file'] },
    });
  });
});
