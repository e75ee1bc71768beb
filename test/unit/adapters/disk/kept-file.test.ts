// Copies of what is not a record yet: what they survive, and that nothing else minds them.

import assert from 'node:assert/strict';
import { verifySessionFolder } from '../../../../src/adapters/disk/verify-session.ts';
import type { SessionHandle } from '../../../../src/core/sessions/store.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { never, valueOf } from '../../../support/expect.ts';

const streamed = { turn: 3, requestId: 'q7', text: 'word '.repeat(3000) };

async function kept(): Promise<{ readonly computer: MemoryComputer; readonly path: string }> {
  const computer = new MemoryComputer();
  const handle = valueOf(await computer.store().create({ name: 'Kept' }, never));
  valueOf(await handle.write.keepStreamed(streamed, never));
  valueOf(await handle.write.keepRunning([{ executionId: 'one' }, { executionId: 'two' }], never));
  await handle.close();
  return { computer, path: handle.path };
}

function cut(computer: MemoryComputer, file: string, length: number): void {
  computer.disk.put(file, computer.disk.text(file).slice(0, length));
}

async function reopened(computer: MemoryComputer, path: string): Promise<SessionHandle> {
  return valueOf(await computer.store().open(path, 'write', never));
}

describe('the copy of a streamed answer (design 4.1)', () => {
  it('reads as its beginning when the file is torn, and as nothing when its head is', async () => {
    const { computer, path } = await kept();
    const file = `${path}/stream.jsonl`;
    cut(computer, file, computer.disk.text(file).length - 2000);
    const torn = await reopened(computer, path);
    assert.ok(torn.streamed !== null && torn.streamed.text.length > 4000);
    assert.ok(streamed.text.startsWith(torn.streamed.text) && torn.streamed.text !== streamed.text);
    assert.deepEqual([torn.streamed.turn, torn.streamed.requestId], [3, 'q7']);
    await torn.close();
    cut(computer, file, 10);
    assert.equal((await reopened(computer, path)).streamed, null);
  });

  it('is what it was before when a new one does not fit on the disk', async () => {
    const { computer, path } = await kept();
    const handle = await reopened(computer, path);
    computer.disk.fault = ({ operation }) =>
      operation === 'write' ? { kind: 'fail', code: 'ENOSPC', part: 0.5 } : undefined;
    const failed = await handle.write.keepStreamed({ ...streamed, text: 'newer' }, never);
    assert.equal(failed.ok ? '' : failed.error.kind, 'disk-full');
    computer.disk.fault = () => undefined;
    await handle.close();
    assert.deepEqual((await reopened(computer, path)).streamed, streamed);
  });
});

describe('the copies of what runs', () => {
  it('read up to the first that is torn', async () => {
    const { computer, path } = await kept();
    const file = `${path}/running.jsonl`;
    cut(computer, file, computer.disk.text(file).length - 5);
    assert.deepEqual((await reopened(computer, path)).running, [{ executionId: 'one' }]);
  });
});

describe('a session with such copies', () => {
  it('verifies without a problem, opens without a repair, and loses what was never renamed into place', async () => {
    const { computer, path } = await kept();
    const clean = valueOf(await verifySessionFolder(computer.ports(), path, never));
    assert.deepEqual([clean.problems, clean.settled], [[], []]);
    computer.disk.put(`${path}/stream.jsonl.0badcafe.tmp`, '{"turn":');
    const handle = await reopened(computer, path);
    assert.deepEqual(handle.repairs, [
      { file: 'stream.jsonl.0badcafe.tmp', what: 'leftover-file', kept: null },
    ]);
    assert.deepEqual(handle.streamed, streamed);
  });
});
