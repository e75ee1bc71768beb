// The process lock on a memory disk, with paper processes: who gets it, who waits, who is told what.

import assert from 'node:assert/strict';
import { takeLock, type HeldLock } from '../../../../src/adapters/disk/process-lock.ts';
import type { Result } from '../../../../src/base/result.ts';
import type { StoreFailure } from '../../../../src/core/sessions/failures.ts';
import { describeStoreFailure } from '../../../../src/core/sessions/failures.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import type { PaperProcess } from '../../../support/memory-processes.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const lock = '/s/.lock';

async function computerWithFolder(
  options: ConstructorParameters<typeof MemoryComputer>[0] = {},
): Promise<MemoryComputer> {
  const computer = new MemoryComputer(options);
  valueOf(await computer.disk.files.folders.create('/s'));
  return computer;
}

function take(
  computer: MemoryComputer,
  process: PaperProcess,
  options: { readonly waitMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Result<HeldLock, StoreFailure>> {
  const { waitMs = 0, signal = never } = options;
  return takeLock(computer.ports(process), { path: lock, subject: '/s', waitMs }, signal);
}

function names(computer: MemoryComputer): readonly string[] {
  return Object.keys(computer.disk.snapshot('/s')).map((path) => path.slice('/s/'.length));
}

describe('process lock', () => {
  it('is taken by one process, and by the next once it is given back', async () => {
    const computer = await computerWithFolder();
    const [one, two] = [computer.processes.start(), computer.processes.start()];
    const held = valueOf(await take(computer, one));
    assert.deepEqual(names(computer), ['.lock']);
    const failure = errorOf(await take(computer, two));
    assert.ok(failure.kind === 'locked');
    assert.equal(failure.owner.pid, one.identity.pid);
    assert.equal(failure.elsewhere, false);
    await held.release();
    assert.deepEqual(names(computer), []);
    await valueOf(await take(computer, two)).release();
  });

  it('keeps a second handle of the same process out as well', async () => {
    const computer = await computerWithFolder();
    const process = computer.processes.start();
    valueOf(await take(computer, process));
    assert.equal(errorOf(await take(computer, process)).kind, 'locked');
  });

  it('is taken over when its owner is gone, and leaves no files behind', async () => {
    const computer = await computerWithFolder();
    const one = computer.processes.start();
    valueOf(await take(computer, one));
    one.end();
    valueOf(await take(computer, computer.processes.start()));
    assert.deepEqual(names(computer), ['.lock']);
  });

  it('is taken over when the process id of its owner has been given to another process', async () => {
    const computer = await computerWithFolder();
    const one = computer.processes.start({ pid: 77 });
    valueOf(await take(computer, one));
    computer.processes.start({ pid: 77 });
    valueOf(await take(computer, computer.processes.start()));
  });

  it('of another host is never broken; the failure names the file to delete', async () => {
    const computer = await computerWithFolder();
    const elsewhere = computer.processes.start({ host: 'laptop' });
    valueOf(await take(computer, elsewhere));
    elsewhere.end();
    const before = computer.disk.text(lock);
    const failure = errorOf(await take(computer, computer.processes.start(), { waitMs: 5000 }));
    assert.ok(failure.kind === 'locked' && failure.elsewhere);
    const text = describeStoreFailure(failure);
    assert.match(text, /laptop/);
    assert.match(text, /delete \/s\/\.lock/);
    assert.equal(computer.disk.text(lock), before);
  });

  it('waits for a living owner as long as the caller allows, and no longer', async () => {
    const clock = new VirtualClock();
    const computer = await computerWithFolder({ clock });
    const held = valueOf(await take(computer, computer.processes.start()));
    const patient = take(computer, computer.processes.start(), { waitMs: 5000 });
    const hasty = take(computer, computer.processes.start(), { waitMs: 300 });
    await clock.advance(1000);
    assert.equal(errorOf(await hasty).kind, 'locked');
    await held.release();
    await clock.advance(200);
    valueOf(await patient);
  });

  it('stops waiting when the signal aborts, and leaves no claim behind', async () => {
    const clock = new VirtualClock();
    const computer = await computerWithFolder({ clock });
    valueOf(await take(computer, computer.processes.start()));
    const controller = new AbortController();
    const waiting = take(computer, computer.processes.start(), { waitMs: 5000, signal: controller.signal });
    await clock.advance(500);
    controller.abort('user');
    assert.deepEqual(errorOf(await waiting), { kind: 'cancelled' });
    assert.deepEqual(names(computer), ['.lock']);
  });

  for (const [what, content] of [
    ['empty', ''],
    ['cut short', '{"pid":12,"ho'],
    ['of zeros', '\0'.repeat(64)],
    ['not a lock', '"hello"'],
  ] as const) {
    it(`that is ${what} belongs to nobody once it has stayed so for a second`, async () => {
      const clock = new VirtualClock();
      const computer = await computerWithFolder({ clock });
      computer.disk.put(lock, content);
      const taken = take(computer, computer.processes.start());
      await clock.advance(900);
      assert.equal(computer.disk.text(lock), content);
      await clock.advance(300);
      valueOf(await taken);
      assert.deepEqual(names(computer), ['.lock']);
    });
  }

  it('that is unreadable but being rewritten is left alone', async () => {
    const clock = new VirtualClock();
    const computer = await computerWithFolder({ clock });
    computer.disk.put(lock, '');
    const owner = computer.processes.start();
    const waiting = take(computer, computer.processes.start(), { waitMs: 1500 });
    await clock.advance(800);
    computer.disk.put(lock, JSON.stringify({ ...owner.identity, token: 'slow', since: 'now' }));
    await clock.advance(3000);
    assert.equal(errorOf(await waiting).kind, 'locked');
  });

  it('is taken over although a process died while taking it over', async () => {
    const computer = await computerWithFolder();
    const [first, second] = [computer.processes.start(), computer.processes.start()];
    const stale = { ...first.identity, token: 'stale', since: 'then' };
    const dead = { ...second.identity, token: 'dead', since: 'then' };
    computer.disk.put(lock, JSON.stringify(stale));
    computer.disk.put('/s/.lock-takeover-stale', JSON.stringify(dead));
    computer.disk.put('/s/.lock-claim-dead', JSON.stringify(dead));
    first.end();
    second.end();
    valueOf(await take(computer, computer.processes.start()));
    assert.deepEqual(names(computer), ['.lock']);
  });

  it('is not taken over while a living process is taking it over', async () => {
    const computer = await computerWithFolder();
    const [first, second] = [computer.processes.start(), computer.processes.start()];
    computer.disk.put(lock, JSON.stringify({ ...first.identity, token: 'stale', since: 'then' }));
    const right = JSON.stringify({ ...second.identity, token: 'alive', since: 'then' });
    computer.disk.put('/s/.lock-takeover-stale', right);
    first.end();
    const failure = errorOf(await take(computer, computer.processes.start()));
    assert.ok(failure.kind === 'locked' && failure.owner.pid === second.identity.pid);
    assert.equal(computer.disk.text('/s/.lock-takeover-stale'), right);
  });

  it('is not given back when somebody else has it by now', async () => {
    const computer = await computerWithFolder();
    const held = valueOf(await take(computer, computer.processes.start()));
    computer.disk.delete(lock);
    const other = computer.processes.start();
    valueOf(await take(computer, other));
    await held.release();
    assert.match(computer.disk.text(lock), new RegExp(`"pid":${other.identity.pid},`));
  });

  it('says so when it cannot be written', async () => {
    const computer = await computerWithFolder();
    for (const [code, kind] of [
      ['ENOSPC', 'disk-full'],
      ['EROFS', 'not-writable'],
    ] as const) {
      computer.disk.failAt(1, code);
      assert.equal(errorOf(await take(computer, computer.processes.start())).kind, kind);
      assert.deepEqual(names(computer), []);
    }
  });
});
