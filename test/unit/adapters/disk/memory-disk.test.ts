// The memory disk itself: what a crash forgets, and what it keeps.

import assert from 'node:assert/strict';
import { errorOf, valueOf } from '../../../support/expect.ts';
import { MemoryDisk, PowerLoss } from '../../../support/memory-disk.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

async function write(disk: MemoryDisk, path: string, text: string, sync: boolean | 'content'): Promise<void> {
  const file = valueOf(await disk.files.open(path, 'create'));
  valueOf(await file.write(Buffer.from(text)));
  if (sync !== false) valueOf(await file.sync());
  if (sync === true) valueOf(await disk.files.folders.sync('/'));
}

describe('memory disk', () => {
  it('forgets content that was not synced, and names whose folder was not', async () => {
    const disk = new MemoryDisk();
    await write(disk, '/durable', 'kept', true);
    await write(disk, '/nameless', 'lost', 'content');
    disk.crash({ chance: 0 });
    assert.deepEqual(disk.snapshot(), { '/durable': 'kept' });
    const file = valueOf(await disk.files.open('/durable', 'append'));
    valueOf(await file.write(Buffer.from(' and more')));
    disk.crash({ chance: 0 });
    assert.deepEqual(disk.snapshot(), { '/durable': 'kept' });
  });

  it('keeps a name whose content was never synced, without the content', async () => {
    const disk = new MemoryDisk();
    await write(disk, '/empty', 'gone', false);
    valueOf(await disk.files.folders.sync('/'));
    disk.crash({ chance: 0 });
    assert.deepEqual(disk.snapshot(), { '/empty': '' });
  });

  it('brings back what an unsynced rename or removal took away', async () => {
    const disk = new MemoryDisk();
    await write(disk, '/target', 'old', true);
    await write(disk, '/gone', 'back', true);
    await write(disk, '/temporary', 'new', 'content');
    valueOf(await disk.files.rename('/temporary', '/target'));
    valueOf(await disk.files.remove('/gone'));
    assert.deepEqual(disk.snapshot(), { '/target': 'new' });
    disk.crash({ chance: 0 });
    assert.deepEqual(disk.snapshot(), { '/target': 'old', '/gone': 'back' });
  });

  it('keeps everything when everything survives, and nothing more than that', async () => {
    const disk = new MemoryDisk();
    await write(disk, '/a', 'text', false);
    disk.crash({ chance: 1 });
    assert.deepEqual(disk.snapshot(), { '/a': 'text' });
    disk.crash({ chance: 0 });
    assert.deepEqual(disk.snapshot(), { '/a': 'text' });
  });

  it('keeps any part of what was not synced, the same part for the same seed', async () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= 60; seed++) {
      const run = async (): Promise<string> => {
        const disk = new MemoryDisk();
        const file = valueOf(await disk.files.open('/f', 'create'));
        valueOf(await disk.files.folders.sync('/'));
        valueOf(await file.write(Buffer.from('one')));
        valueOf(await file.write(Buffer.from('two')));
        disk.crash({ chance: 0.5, random: seededRandom(seed) });
        return disk.text('/f');
      };
      const outcome = await run();
      assert.equal(await run(), outcome);
      outcomes.add(outcome);
    }
    for (const expected of ['', 'one', 'onetwo', '\0\0\0two']) assert.ok(outcomes.has(expected), expected);
  });

  it('answers nothing once the power is off', async () => {
    const disk = new MemoryDisk();
    await write(disk, '/a', 'text', true);
    disk.powerOffAt(1);
    await assert.rejects(disk.files.remove('/a'), PowerLoss);
    await assert.rejects(disk.files.read('/a'), PowerLoss);
    disk.crash({ chance: 0 });
    assert.deepEqual(disk.snapshot(), { '/a': 'text' });
  });

  it('fails the effect it is told to, after the part it is told to', async () => {
    const disk = new MemoryDisk();
    const file = valueOf(await disk.files.open('/a', 'create'));
    disk.failAt(2, 'ENOSPC', 0.5);
    valueOf(await file.write(Buffer.from('whole')));
    assert.equal(errorOf(await file.write(Buffer.from('1234'))).kind, 'disk-full');
    assert.equal(disk.text('/a'), 'whole12');
    valueOf(await file.write(Buffer.from('.')));
  });
});
