// Real limits of a real system: a file system that is full, a largest file size, a file system that may not be written.
// On Linux these tests fail when they could not break the thing; elsewhere there is no way to do it and they say so.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileChild, runChild } from '../support/child-script.ts';

describe('real limits', function () {
  this.timeout(120_000);
  let folder = '';
  let disk = '';
  let child = '';

  before(async function () {
    if (process.platform !== 'linux') {
      console.log(`    real limits: ${process.platform} has neither mount namespaces nor prlimit`);
      this.skip();
    }
    folder = await mkdtemp(join(tmpdir(), 'segue-limits-'));
    disk = join(folder, 'disk');
    child = await compileChild(fileURLToPath(new URL('./exhaust.ts', import.meta.url)), folder);
  });

  beforeEach(() => mkdir(disk, { recursive: true }));

  after(async () => {
    if (folder !== '') await rm(folder, { recursive: true, force: true });
  });

  /** Runs the child and gives what it printed. The child ends with 3 when nothing stopped it. */
  async function stopped(command: readonly string[]): Promise<string> {
    const end = await runChild(command);
    assert.notEqual(end.code, 3, `the limit stopped nothing: ${end.errors}`);
    assert.equal(end.code, 0, end.errors === '' ? `ended by ${end.signal}` : end.errors);
    assert.match(end.output, /\d+ records confirmed/);
    return end.output.trim();
  }

  /** In a mount namespace of its own, on a small file system in memory. */
  function onSmallDisk(size: string, limit: string): readonly string[] {
    const script = 'mount -t tmpfs -o size="$1" tmpfs "$2" && exec "$3" "$4" "$5" "$2"';
    return ['unshare', '-rm', 'sh', '-c', script, 'sh', size, disk, process.execPath, child, limit];
  }

  it('a full file system of 64 KiB loses nothing, is told clearly, and works again once there is room', async () => {
    console.log(`    full file system: ${await stopped(onSmallDisk('64k', 'full-disk'))}`);
  });

  it('a largest file size loses nothing, is told clearly, and a rotation goes on in a new file', async () => {
    const command = ['prlimit', '--fsize=65536', process.execPath, child, 'file-size', disk];
    console.log(`    largest file size: ${await stopped(command)}`);
  });

  it('a file system that may not be written refuses every change, lets read, and works again afterwards', async () => {
    console.log(`    write-protected file system: ${await stopped(onSmallDisk('4m', 'read-only'))}`);
  });
});
