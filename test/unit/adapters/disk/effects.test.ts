// What opening and appending cost: which files are read, and which effects there are, whatever the session's size.

import assert from 'node:assert/strict';
import { createFileSessionStore } from '../../../../src/adapters/disk/file-session-store.ts';
import type { FileSystem } from '../../../../src/adapters/disk/file-system.ts';
import type { SessionHandle, SessionStore } from '../../../../src/core/sessions/store.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { MemoryComputer, memoryRoot } from '../../../support/disk-store.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { wholeRotation } from '../../../support/rotation-sample.ts';

function user(number: number, length = 10): TranscriptRecord {
  const content = [{ type: 'text' as const, text: 'x'.repeat(length) }];
  return { kind: 'user', id: `u${number}`, turn: number, at: 'now', content };
}

/** A store that notes which files it reads. */
function noting(computer: MemoryComputer): { store: SessionStore; reads: string[] } {
  const reads: string[] = [];
  const ports = computer.ports();
  const note = (path: string): number => reads.push(path.slice(path.lastIndexOf('/') + 1));
  const files: FileSystem = {
    ...ports.files,
    read: (path) => {
      note(path);
      return ports.files.read(path);
    },
    readPieces: (path, take) => {
      note(path);
      return ports.files.readPieces(path, take);
    },
  };
  return { store: createFileSessionStore({ ...ports, files }, { root: memoryRoot }), reads };
}

function effectsOf(computer: MemoryComputer): readonly string[] {
  return computer.disk.effects.map(
    ({ operation, path }) => `${operation} ${path.slice(path.lastIndexOf('/') + 1)}`,
  );
}

describe('the cost of a session on disk', () => {
  it('of an append is one write and one sync, and no reading, however long segment and append are', async () => {
    const computer = new MemoryComputer();
    const { store, reads } = noting(computer);
    const handle = valueOf(await store.create({ name: 'Cost' }, never));
    let number = 0;
    for (const records of [1, 100, 1, 2000, 1]) {
      computer.disk.restart();
      reads.length = 0;
      const batch = Array.from({ length: records }, () => user(++number, 1000));
      valueOf(await handle.write.append(batch, never));
      assert.deepEqual(effectsOf(computer), ['write segment-0001.jsonl', 'sync segment-0001.jsonl']);
      assert.deepEqual(reads, []);
    }
    await handle.close();
  });

  it('of opening is reading sidecar, active segment and copies of what was on its way, and no finalized segment', async () => {
    const computer = new MemoryComputer();
    const first = valueOf(await computer.store().create({ name: 'Open' }, never));
    for (let segment = 1; segment <= 3; segment++) {
      valueOf(await first.write.append([user(segment, 100_000)], never));
      valueOf(await first.write.rotate(wholeRotation(`s${segment}`), never));
    }
    await first.close();
    for (const access of ['read', 'write'] as const) {
      const { store, reads } = noting(computer);
      const handle = valueOf(await store.open(first.path, access, never));
      const sessionFiles = reads.filter((name) => !name.startsWith('.lock'));
      const copies = ['stream.jsonl', 'running.jsonl'];
      assert.deepEqual([...new Set(sessionFiles)], ['session.json', 'segment-0004.jsonl', ...copies]);
      await handle.close();
    }
  });

  it('of a rotation is one reading of the predecessor and none of an earlier one', async () => {
    const computer = new MemoryComputer();
    const { store, reads } = noting(computer);
    const handle = valueOf(await store.create({ name: 'Rotate' }, never));
    valueOf(await handle.write.append([user(1)], never));
    valueOf(await handle.write.rotate(wholeRotation('s1'), never));
    valueOf(await handle.write.append([user(2)], never));
    reads.length = 0;
    valueOf(await handle.write.rotate(wholeRotation('s2'), never));
    assert.deepEqual(reads, ['segment-0002.jsonl']);
    await handle.close();
  });

  it('of an artifact that is there already is no write', async () => {
    const computer = new MemoryComputer();
    const handle = valueOf(await computer.store().create({ name: 'Again' }, never));
    valueOf(await handle.write.append([user(1, 300_000)], never));
    computer.disk.restart();
    valueOf(await handle.write.append([user(2, 300_000)], never));
    assert.deepEqual(effectsOf(computer), [
      'sync-folder artifacts',
      'write segment-0001.jsonl',
      'sync segment-0001.jsonl',
    ]);
    await handle.close();
  });

  it('of a damaged artifact is replacing it', async () => {
    const computer = new MemoryComputer();
    const handle = valueOf(await computer.store().create({ name: 'Heal' }, never));
    valueOf(await handle.write.append([user(1, 300_000)], never));
    const name = artifactOf(handle);
    computer.disk.put(`${handle.path}/artifacts/${name}`, 'not what it says');
    assert.equal(await handle.artifacts.text(name), undefined);
    valueOf(await handle.write.append([user(2, 300_000)], never));
    assert.equal(await handle.artifacts.text(name), 'x'.repeat(300_000));
    await handle.close();
  });
});

function artifactOf(handle: SessionHandle): string {
  const [record] = handle.active().records;
  assert.ok(record?.kind === 'user' && record.content[0]?.type === 'stored-text');
  return record.content[0].artifact;
}
