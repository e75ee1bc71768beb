// Files that something else touches, edits or deletes while a session is open.

import assert from 'node:assert/strict';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeStoreFailure, type StoreFailure } from '../../../../src/core/sessions/failures.ts';
import type { SessionHandle } from '../../../../src/core/sessions/store.ts';
import type { Result } from '../../../../src/base/result.ts';
import { conversation } from '../../../support/conversation.ts';
import { MemoryComputer, realStore, withTemporaryFolder } from '../../../support/disk-store.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import { sampleRecords, sampleRotation } from '../../../support/rotation-sample.ts';

type Change = (handle: SessionHandle) => Promise<Result<unknown, StoreFailure>>;

const changes: readonly (readonly [string, Change])[] = [
  [
    'append',
    (handle) =>
      handle.write.append([{ ...conversation().user('more').records()[0]!, id: 'more', turn: 4 }], never),
  ],
  ['rotate', (handle) => handle.write.rotate(sampleRotation(handle.active().records), never)],
  ['update', (handle) => handle.write.update({ name: 'Renamed' }, never)],
];

async function open(
  computer: MemoryComputer,
): Promise<{ handle: SessionHandle; segment: string; sidecar: string }> {
  const handle = valueOf(await computer.store().create({ name: 'Edited' }, never));
  valueOf(await handle.write.append(sampleRecords(), never));
  const outbox = [{ id: 'pending', text: 'typed, not sent', at: 'now' }];
  valueOf(await handle.write.update({ outbox }, never));
  return {
    handle,
    segment: join(handle.path, 'segment-0001.jsonl'),
    sidecar: join(handle.path, 'session.json'),
  };
}

describe('behaviour 8.12: a segment that something else changes', () => {
  for (const [name, change] of changes) {
    it(`lets ${name} go on when only its times have changed`, async () => {
      const computer = new MemoryComputer();
      const { handle, segment } = await open(computer);
      computer.disk.touch(segment);
      valueOf(await change(handle));
    });

    it(`lets ${name} go on when it was replaced by the same bytes`, async () => {
      const computer = new MemoryComputer();
      const { handle, segment } = await open(computer);
      const text = computer.disk.text(segment);
      computer.disk.delete(segment);
      computer.disk.put(segment, text);
      valueOf(await change(handle));
      valueOf(await handle.write.append([{ ...sampleRecords()[0]!, id: 'again', turn: 5 }], never));
    });

    const edits: readonly (readonly [string, (text: string) => string])[] = [
      ['has grown', (text) => `${text}{"kind":"notice"}\n`],
      ['has shrunk', (text) => text.slice(0, -20)],
      ['has the same length but other words', (text) => text.replace('parser', 'PARSER')],
    ];
    for (const [how, edit] of edits) {
      it(`refuses to ${name} when it ${how}, and changes nothing`, async () => {
        const computer = new MemoryComputer();
        const { handle, segment } = await open(computer);
        computer.disk.put(segment, edit(computer.disk.text(segment)));
        const before = computer.disk.snapshot();
        const records = handle.active().records;
        const failure = errorOf(await change(handle));
        assert.deepEqual(failure, { kind: 'changed-on-disk', path: segment, how: 'edited' });
        assert.match(describeStoreFailure(failure), /^Session segment changed on disk: /);
        assert.deepEqual(computer.disk.snapshot(), before);
        assert.deepEqual(handle.active().records, records);
        assert.equal(handle.session().outbox[0]?.id, 'pending');
      });
    }

    it(`refuses to ${name} when it was deleted, and does not make it anew`, async () => {
      const computer = new MemoryComputer();
      const { handle, segment } = await open(computer);
      computer.disk.delete(segment);
      const before = computer.disk.snapshot();
      assert.deepEqual(errorOf(await change(handle)), {
        kind: 'changed-on-disk',
        path: segment,
        how: 'deleted',
      });
      assert.deepEqual(computer.disk.snapshot(), before);
    });
  }

  for (const [name, change] of changes.slice(1)) {
    it(`refuses to ${name} when the sidecar was edited or deleted`, async () => {
      for (const how of ['edited', 'deleted'] as const) {
        const computer = new MemoryComputer();
        const { handle, sidecar } = await open(computer);
        if (how === 'deleted') computer.disk.delete(sidecar);
        else computer.disk.put(sidecar, computer.disk.text(sidecar).replace('Edited', 'edited'));
        const before = computer.disk.snapshot();
        assert.deepEqual(errorOf(await change(handle)), { kind: 'changed-on-disk', path: sidecar, how });
        assert.deepEqual(computer.disk.snapshot(), before);
      }
    });
  }

  it('refuses to rotate over a segment file that something else put in the successor’s place', async () => {
    const computer = new MemoryComputer();
    const { handle } = await open(computer);
    const successor = join(handle.path, 'segment-0002.jsonl');
    computer.disk.put(successor, 'mine');
    const before = computer.disk.snapshot();
    const failure = errorOf(await handle.write.rotate(sampleRotation(handle.active().records), never));
    assert.deepEqual(failure, { kind: 'changed-on-disk', path: successor, how: 'edited' });
    assert.deepEqual(computer.disk.snapshot(), before);
  });

  it('can be opened anew after an edit, and shows what is there now', async () => {
    const computer = new MemoryComputer();
    const { handle, segment } = await open(computer);
    computer.disk.put(
      segment,
      computer.disk.text(segment).replace('Where is the parser?', 'Where is the lexer?'),
    );
    errorOf(await handle.write.append([{ ...sampleRecords()[0]!, id: 'lost', turn: 4 }], never));
    await handle.close();
    const again = valueOf(await computer.store().open(handle.path, 'write', never));
    const [first] = again.active().records;
    assert.ok(first?.kind === 'user' && first.content[0]?.type === 'text');
    assert.equal(first.content[0].text, 'Where is the lexer?');
  });

  it('is noticed on the real disk, also when the length stays the same', () =>
    withTemporaryFolder(async (root) => {
      const handle = valueOf(await realStore(root).create({ name: 'Real' }, never));
      valueOf(await handle.write.append(sampleRecords(), never));
      const segment = join(handle.path, 'segment-0001.jsonl');
      await utimes(segment, 1, 1);
      valueOf(await handle.write.append([{ ...sampleRecords()[0]!, id: 'touched', turn: 4 }], never));
      await writeFile(segment, (await readFile(segment, 'utf8')).replace('parser', 'PARSER'));
      await utimes(segment, 2, 2);
      const failure = errorOf(
        await handle.write.append([{ ...sampleRecords()[0]!, id: 'edited', turn: 5 }], never),
      );
      assert.deepEqual(failure, { kind: 'changed-on-disk', path: segment, how: 'edited' });
      await handle.close();
    }));
});
