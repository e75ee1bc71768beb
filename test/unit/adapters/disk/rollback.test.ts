// Every effect of every change fails in turn, and everything is as it was.

import assert from 'node:assert/strict';
import type { StoreFailure } from '../../../../src/core/sessions/failures.ts';
import type { SessionHandle } from '../../../../src/core/sessions/store.ts';
import type { Result } from '../../../../src/base/result.ts';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { verifySessionFolder } from '../../../../src/adapters/disk/verify-session.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import { sampleRecords, sampleRotation } from '../../../support/rotation-sample.ts';

interface Subject {
  readonly name: string;
  readonly change: (handle: SessionHandle) => Promise<Result<unknown, StoreFailure>>;
  readonly isDone: (handle: SessionHandle) => boolean;
}

const large = { type: 'text', text: 'x'.repeat(300_000) } as const;
const instruction = { name: nodeSha256.of('tabs'), content: { encoding: 'utf8', text: 'tabs' } } as const;

const subjects: readonly Subject[] = [
  {
    name: 'append',
    change: (handle) => handle.write.append([{ ...sampleRecords()[0]!, id: 'more', turn: 4 }], never),
    isDone: (handle) => handle.active().records.some((record) => record.id === 'more'),
  },
  {
    name: 'append with a large content',
    change: (handle) =>
      handle.write.append([{ kind: 'assistant', id: 'more', turn: 3, at: 'now', content: [large] }], never),
    isDone: (handle) => handle.active().records.some((record) => record.id === 'more'),
  },
  {
    name: 'update',
    change: (handle) => handle.write.update({ name: 'Renamed' }, never),
    isDone: (handle) => handle.session().name === 'Renamed',
  },
  {
    name: 'rotate',
    change: (handle) => {
      const records = handle.active().records;
      return handle.write.rotate(sampleRotation(records, { instructions: [instruction] }), never);
    },
    isDone: (handle) => handle.active().number === 2,
  },
];

async function open(computer: MemoryComputer): Promise<SessionHandle> {
  const handle = valueOf(await computer.store().create({ name: 'Rollback' }, never));
  valueOf(await handle.write.append(sampleRecords(), never));
  const outbox = [{ id: 'pending', text: 'typed, not sent', at: 'now' }];
  valueOf(await handle.write.update({ outbox }, never));
  computer.disk.restart();
  return handle;
}

/** How many effects the change has, and the one after which nothing is undone any more. */
async function measure(subject: Subject): Promise<{ readonly effects: number; readonly commit: number }> {
  const computer = new MemoryComputer();
  valueOf(await subject.change(await open(computer)));
  const { effects } = computer.disk;
  const commit = effects.findIndex(
    ({ operation, path }) => operation === 'rename' && path.endsWith('/session.json'),
  );
  return { effects: effects.length, commit: subject.name === 'rotate' ? commit + 1 : effects.length };
}

function assertAsBefore(handle: SessionHandle, computer: MemoryComputer, before: unknown): void {
  assert.deepEqual(computer.disk.snapshot(), before);
  assert.deepEqual(handle.active().records, sampleRecords());
  assert.equal(handle.active().number, 1);
  assert.equal(handle.session().name, 'Rollback');
  assert.equal(handle.session().outbox[0]?.text, 'typed, not sent');
}

describe('behaviour 8.13: a change that fails before its commit', () => {
  for (const subject of subjects) {
    for (const [code, kind] of [
      ['ENOSPC', 'disk-full'],
      ['EIO', 'io'],
      ['EROFS', 'not-writable'],
    ] as const) {
      it(`restores every byte when any effect of ${subject.name} fails with ${code}`, async () => {
        const { effects, commit } = await measure(subject);
        for (let number = 1; number <= commit; number++) {
          for (const part of [0, 0.5]) {
            const computer = new MemoryComputer();
            const handle = await open(computer);
            const before = computer.disk.snapshot();
            computer.disk.failAt(number, code, part);
            assert.equal(errorOf(await subject.change(handle)).kind, kind, `effect ${number}`);
            assertAsBefore(handle, computer, before);
            computer.disk.restart();
            valueOf(await subject.change(handle));
            assert.ok(subject.isDone(handle));
          }
        }
        assert.ok(effects >= commit && commit > 0);
      });
    }

    it(`loses nothing when taking ${subject.name} back fails as well`, async () => {
      const { commit } = await measure(subject);
      let stuck = 0;
      for (let number = 1; number <= commit; number++) {
        const computer = new MemoryComputer();
        const handle = await open(computer);
        computer.disk.fault = (effect) =>
          effect.number >= number ? { kind: 'fail', code: 'EIO', part: 0.5 } : undefined;
        errorOf(await subject.change(handle));
        assert.deepEqual(handle.active().records, sampleRecords());
        computer.disk.restart();
        const next = await handle.write.update({ goal: 'go on' }, never);
        if (!next.ok) {
          stuck++;
          assert.equal(next.error.kind, 'needs-reopen', `effect ${number}`);
        }
        await handle.close();
        const again = valueOf(await computer.store().open(handle.path, 'write', never));
        assert.equal(again.session().outbox[0]?.id, 'pending');
        // What could not be taken back may be there after all, but then whole.
        if (!subject.isDone(again)) {
          assert.deepEqual(again.active().records, sampleRecords(), `effect ${number}`);
          valueOf(await subject.change(again));
        }
        assert.ok(subject.isDone(again));
        await again.close();
        const verified = valueOf(await verifySessionFolder(computer.ports(), handle.path, never));
        assert.deepEqual(verified.problems, []);
      }
      // An update that fails before its rename leaves at most a temporary file, which needs no opening anew.
      assert.ok(stuck > 0 || subject.name === 'update', 'no effect left the handle stuck');
    });
  }

  it('is restored in the order in which it was done, newest first', async () => {
    const computer = new MemoryComputer();
    const handle = await open(computer);
    computer.disk.fault = ({ operation, path }) =>
      operation === 'rename' && path.endsWith('session.json') ? { kind: 'fail', code: 'EIO' } : undefined;
    errorOf(await handle.write.rotate(sampleRotation(sampleRecords()), never));
    const undone = computer.disk.effects
      .slice(computer.disk.effects.findIndex(({ operation }) => operation === 'truncate'))
      .map(({ operation, path }) => `${operation} ${path.slice(handle.path.length + 1)}`.trim());
    assert.deepEqual(undone, [
      'truncate segment-0001.jsonl',
      'sync segment-0001.jsonl',
      'remove segment-0002.jsonl',
      'sync-folder',
    ]);
  });
});
