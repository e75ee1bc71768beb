// A lock that is deleted or taken over while its session is open, and a clock that is set back while one is waited for.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Clock } from '../../../../src/base/clock.ts';
import type { Result } from '../../../../src/base/result.ts';
import type { StoreFailure } from '../../../../src/core/sessions/failures.ts';
import type { SessionHandle } from '../../../../src/core/sessions/store.ts';
import { takeLock } from '../../../../src/adapters/disk/process-lock.ts';
import { conversation } from '../../../support/conversation.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import { sampleRecords, sampleRotation } from '../../../support/rotation-sample.ts';

const [more] = conversation().user('more').records();

function append(handle: SessionHandle, id: string): Promise<Result<unknown, StoreFailure>> {
  assert.ok(more !== undefined);
  return handle.write.append([{ ...more, id, turn: 4 }], never);
}

const changes: Readonly<Record<string, (handle: SessionHandle) => Promise<Result<unknown, StoreFailure>>>> = {
  append: (handle) => append(handle, 'from-the-first'),
  rotate: (handle) => handle.write.rotate(sampleRotation(handle.active().records), never),
  update: (handle) => handle.write.update({ name: 'Renamed' }, never),
  'a copy of what runs': (handle) => handle.write.keepRunning([{ id: 'x' }], never),
};

interface Opened {
  readonly computer: MemoryComputer;
  readonly handle: SessionHandle;
  readonly lock: string;
}

async function opened(): Promise<Opened> {
  const computer = new MemoryComputer();
  const handle = valueOf(await computer.store().create({ name: 'Locked' }, never));
  valueOf(await handle.write.append(sampleRecords(), never));
  return { computer, handle, lock: join(handle.path, '.lock') };
}

describe('the lock of an open session', () => {
  for (const [name, change] of Object.entries(changes)) {
    it(`that was deleted is put back before ${name}, so that nobody else can write`, async () => {
      const { computer, handle, lock } = await opened();
      computer.disk.delete(lock);
      valueOf(await change(handle));
      assert.equal(errorOf(await computer.store().open(handle.path, 'write', never)).kind, 'locked');
    });

    it(`that another process has taken over lets no ${name} through, and says who has it`, async () => {
      const { computer, handle, lock } = await opened();
      computer.disk.delete(lock);
      const other = computer.processes.start();
      const store = computer.store({ ports: computer.ports(other) });
      const second = valueOf(await store.open(handle.path, 'write', never));
      const before = computer.disk.snapshot(handle.path);
      const failure = errorOf(await change(handle));
      assert.ok(failure.kind === 'lock-lost');
      assert.deepEqual([failure.path, failure.owner?.pid], [handle.path, other.identity.pid]);
      assert.deepEqual(computer.disk.snapshot(handle.path), before);
      valueOf(await append(second, 'from-the-second'));
    });
  }

  it('stays lost when the other process is through, and what that one wrote stays', async () => {
    const { computer, handle, lock } = await opened();
    computer.disk.delete(lock);
    const second = valueOf(await computer.store().open(handle.path, 'write', never));
    assert.equal(errorOf(await append(handle, 'one')).kind, 'lock-lost');
    valueOf(await append(second, 'two'));
    await handle.close();
    assert.equal(errorOf(await computer.store().open(handle.path, 'write', never)).kind, 'locked');
    await second.close();
    const third = valueOf(await computer.store().open(handle.path, 'write', never));
    const written = third.active().records.slice(sampleRecords().length);
    assert.deepEqual(
      written.map(({ id }) => id),
      ['two'],
    );
  });

  it('that something has written over is lost to nobody known', async () => {
    const { computer, handle, lock } = await opened();
    computer.disk.put(lock, 'not a lock');
    const failure = errorOf(await append(handle, 'one'));
    assert.deepEqual(failure, { kind: 'lock-lost', path: handle.path, owner: null });
  });
});

/** Each wait ends an hour before it began. */
function clockThatGoesBack(): Clock & { readonly delays: number[] } {
  let time = Date.UTC(2026, 10, 30);
  const delays: number[] = [];
  return {
    delays,
    now: () => time,
    delay: (ms) => {
      delays.push(ms);
      time -= 3_600_000;
      return Promise.resolve();
    },
  };
}

describe('waiting for a lock while the clock is set back', () => {
  const request = { path: '/s/.lock', subject: '/s' };

  it('takes no longer than it may', async () => {
    const clock = clockThatGoesBack();
    const computer = new MemoryComputer({ clock });
    valueOf(await computer.disk.files.folders.create('/s'));
    valueOf(await takeLock(computer.ports(), { ...request, waitMs: 0 }, never));
    assert.equal(
      errorOf(await takeLock(computer.ports(), { ...request, waitMs: 1000 }, never)).kind,
      'locked',
    );
    assert.equal(
      clock.delays.reduce((sum, ms) => sum + ms, 0),
      1000,
    );
  });

  it('takes over a lock that cannot be read as soon as ever', async () => {
    const clock = clockThatGoesBack();
    const computer = new MemoryComputer({ clock });
    valueOf(await computer.disk.files.folders.create('/s'));
    computer.disk.put('/s/.lock', 'torn');
    valueOf(await takeLock(computer.ports(), { ...request, waitMs: 0 }, never));
    assert.equal(
      clock.delays.reduce((sum, ms) => sum + ms, 0),
      1000,
    );
  });
});
