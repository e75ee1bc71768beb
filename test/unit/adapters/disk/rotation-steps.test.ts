// The steps of a rotation on disk: their order, cancelling between them, and what happens around the commit point.

import assert from 'node:assert/strict';
import type { SessionHandle } from '../../../../src/core/sessions/store.ts';
import { nodeSha256 } from '../../../../src/adapters/system/sha256.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import type { DiskEffect } from '../../../support/memory-disk.ts';
import { sampleRecords, sampleRotation } from '../../../support/rotation-sample.ts';

const instruction = { name: nodeSha256.of('tabs'), content: { encoding: 'utf8', text: 'tabs' } } as const;
const rotation = sampleRotation(sampleRecords(), { instructions: [instruction] });
const more = { ...sampleRecords()[0]!, id: 'more', turn: 4 };

async function open(computer: MemoryComputer): Promise<SessionHandle> {
  const handle = valueOf(await computer.store().create({ name: 'Steps' }, never));
  valueOf(await handle.write.append(sampleRecords(), never));
  computer.disk.restart();
  return handle;
}

function isCommit({ operation, path }: DiskEffect): boolean {
  return operation === 'rename' && path.endsWith('/session.json');
}

describe('behaviour 8.6: the steps of a rotation', () => {
  it('are successor, its name, predecessor, sidecar, instructions, each made durable before the next', async () => {
    const computer = new MemoryComputer();
    const handle = await open(computer);
    valueOf(await handle.write.rotate(rotation, never));
    const steps = computer.disk.effects.map(({ operation, path }) => {
      const name = path.slice(handle.path.length + 1).replace(/\.[0-9a-f]+\.tmp$/, '.tmp');
      return `${operation} ${name.replace(instruction.name, 'instruction')}`.trim();
    });
    assert.deepEqual(steps, [
      'create segment-0002.jsonl.tmp',
      'write segment-0002.jsonl.tmp',
      'sync segment-0002.jsonl.tmp',
      'rename segment-0002.jsonl',
      'sync-folder',
      'write segment-0001.jsonl',
      'sync segment-0001.jsonl',
      'create session.json.tmp',
      'write session.json.tmp',
      'sync session.json.tmp',
      'rename session.json',
      'sync-folder',
      'create-folder artifacts',
      'sync-folder',
      'create instruction.tmp',
      'write instruction.tmp',
      'sync instruction.tmp',
      'rename artifacts/instruction',
      'sync-folder artifacts',
    ]);
  });

  it('leave the predecessor’s bytes as they were, plus one line', async () => {
    const computer = new MemoryComputer();
    const handle = await open(computer);
    const path = `${handle.path}/segment-0001.jsonl`;
    const before = computer.disk.text(path);
    valueOf(await handle.write.rotate(rotation, never));
    const after = computer.disk.text(path);
    assert.ok(after.startsWith(before));
    assert.match(after.slice(before.length), /^\{"kind":"finalized","at":"[^"]+","cut":"r7"\}\n$/);
  });

  it('leave no other file than the two segments, the sidecar, the lock and artifacts (behaviour 8.11)', async () => {
    const computer = new MemoryComputer();
    const handle = await open(computer);
    valueOf(await handle.write.rotate(rotation, never));
    const names = Object.keys(computer.disk.snapshot(handle.path)).map((path) =>
      path.slice(handle.path.length + 1),
    );
    assert.deepEqual(names.sort(), [
      '.lock',
      `artifacts/${instruction.name}`,
      'segment-0001.jsonl',
      'segment-0002.jsonl',
      'session.json',
    ]);
  });

  it('are taken back when the signal aborts at any of them before the commit, and not after it', async () => {
    const whole = new MemoryComputer();
    valueOf(await (await open(whole)).write.rotate(rotation, never));
    const { effects } = whole.disk;
    const commit = effects.findIndex(isCommit) + 1;
    // The sidecar is written at once: from its temporary file on the rotation runs to its end.
    const last = commit - 3;
    for (let number = 1; number <= effects.length; number++) {
      const computer = new MemoryComputer();
      const handle = await open(computer);
      const before = computer.disk.snapshot();
      const controller = new AbortController();
      computer.disk.fault = (effect) => {
        if (effect.number === number) controller.abort('user');
        return undefined;
      };
      const rotated = await handle.write.rotate(rotation, controller.signal);
      if (number < last) {
        assert.deepEqual(errorOf(rotated), { kind: 'cancelled' }, `effect ${number}`);
        assert.deepEqual(computer.disk.snapshot(), before);
        valueOf(await handle.write.rotate(rotation, never));
      } else {
        assert.deepEqual(valueOf(rotated), { from: 1, to: 2, later: null }, `effect ${number}`);
      }
      assert.equal(handle.active().number, 2);
    }
  });

  it('keep the new segment when instructions cannot be saved after the commit, and say so (design 6.2)', async () => {
    const computer = new MemoryComputer();
    const handle = await open(computer);
    computer.disk.fault = ({ operation }) =>
      operation === 'create-folder' ? { kind: 'fail', code: 'ENOSPC' } : undefined;
    const rotated = valueOf(await handle.write.rotate(rotation, never));
    assert.equal(rotated.later?.kind, 'disk-full');
    assert.equal(handle.active().number, 2);
    computer.disk.restart();
    valueOf(await handle.write.append([more], never));
  });
});

describe('a commit whose durability is not known', () => {
  async function unsettled(): Promise<{ computer: MemoryComputer; handle: SessionHandle }> {
    const computer = new MemoryComputer();
    const handle = await open(computer);
    let committed = false;
    computer.disk.fault = (effect) => {
      if (committed && effect.operation === 'sync-folder') return { kind: 'fail', code: 'EIO' };
      committed ||= isCommit(effect);
      return undefined;
    };
    const rotated = valueOf(await handle.write.rotate({ ...rotation, instructions: [] }, never));
    assert.equal(rotated.later?.kind, 'io');
    assert.equal(handle.active().number, 2);
    return { computer, handle };
  }

  it('opens in the predecessor, with the successor set aside, when a power cut undoes it', async () => {
    const { computer, handle } = await unsettled();
    computer.crash();
    const again = valueOf(await computer.store().open(handle.path, 'write', never));
    assert.deepEqual(again.active().records, sampleRecords());
    assert.deepEqual(
      again.repairs.map(({ what, kept }) => [what, kept]),
      [
        ['orphan-segment', 'segment-0002.jsonl.orphan-1'],
        ['unfinished-rotation', null],
      ],
    );
  });

  it('opens in the successor when a power cut does not', async () => {
    const { computer, handle } = await unsettled();
    computer.crash({ chance: 1 });
    const again = valueOf(await computer.store().open(handle.path, 'write', never));
    assert.equal(again.active().number, 2);
    assert.deepEqual(again.repairs, []);
  });

  it('is made sure of before anything else is confirmed', async () => {
    const { computer, handle } = await unsettled();
    computer.disk.restart();
    valueOf(await handle.write.append([more], never));
    computer.crash();
    const again = valueOf(await computer.store().open(handle.path, 'write', never));
    assert.equal(again.active().number, 2);
    assert.equal(again.active().records.at(-1)?.id, 'more');
  });

  it('lets nothing be confirmed as long as it cannot be made sure of', async () => {
    const { computer, handle } = await unsettled();
    assert.equal(errorOf(await handle.write.append([more], never)).kind, 'io');
    assert.ok(!handle.active().records.some((record) => record.id === 'more'));
    computer.crash();
    const again = valueOf(await computer.store().open(handle.path, 'write', never));
    assert.deepEqual(again.active().records, sampleRecords());
  });
});
