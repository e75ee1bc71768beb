// What a crash or a stranger may leave in a session folder, and what opening makes of it.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { encodeLine } from '../../../../src/core/sessions/segment-encoding.ts';
import type { SessionHandle } from '../../../../src/core/sessions/store.ts';
import { MemoryComputer } from '../../../support/disk-store.ts';
import { never, valueOf } from '../../../support/expect.ts';
import { sampleRecords, sampleRotation, summaryRecord } from '../../../support/rotation-sample.ts';

const segment = 'segment-0001.jsonl';

/** A closed session with the sample's records, and the text of its files by name. */
async function left(): Promise<{ computer: MemoryComputer; path: string; text: (name: string) => string }> {
  const computer = new MemoryComputer();
  const handle = valueOf(await computer.store().create({ name: 'Left' }, never));
  valueOf(await handle.write.append(sampleRecords(), never));
  await handle.close();
  return { computer, path: handle.path, text: (name) => computer.disk.text(join(handle.path, name)) };
}

function repairsOf(handle: SessionHandle): readonly (readonly [string, string, string | null])[] {
  return handle.repairs.map(({ what, file, kept }) => [what, file, kept] as const);
}

/** Opens for reading, which must change nothing, then for writing, and asserts that both see the same. */
async function openBoth(computer: MemoryComputer, path: string): Promise<SessionHandle> {
  const before = computer.disk.snapshot();
  const reader = valueOf(await computer.store().open(path, 'read', never));
  assert.deepEqual(computer.disk.snapshot(), before);
  assert.deepEqual(reader.repairs, []);
  const writer = valueOf(await computer.store().open(path, 'write', never));
  assert.deepEqual(reader.active(), writer.active());
  assert.deepEqual(reader.session(), writer.session());
  return writer;
}

/** After the repairs the session works on and opens again without any. */
async function assertWorks(computer: MemoryComputer, handle: SessionHandle): Promise<void> {
  const next = { ...sampleRecords()[0]!, id: 'next', turn: 9 };
  valueOf(await handle.write.append([next], never));
  const { records } = handle.active();
  await handle.close();
  const again = valueOf(await computer.store().open(handle.path, 'write', never));
  assert.deepEqual(again.repairs, []);
  assert.deepEqual(again.active().records, records);
  await again.close();
}

describe('opening a session a crash has left', () => {
  it('cuts a torn last line off, keeps it beside the file and says where', async () => {
    const { computer, path, text } = await left();
    const whole = text(segment);
    computer.disk.put(join(path, segment), `${whole}{"kind":"assistant","id":"x","tur`);
    const handle = await openBoth(computer, path);
    assert.deepEqual(repairsOf(handle), [['torn-line', segment, `${segment}.torn-1`]]);
    assert.equal(text(segment), whole);
    assert.equal(text(`${segment}.torn-1`), '{"kind":"assistant","id":"x","tur');
    await assertWorks(computer, handle);
  });

  it('gives a second torn line a name of its own', async () => {
    const { computer, path, text } = await left();
    computer.disk.put(join(path, `${segment}.torn-1`), 'older');
    computer.disk.put(join(path, segment), `${text(segment)}{"newer`);
    const handle = await openBoth(computer, path);
    assert.equal(text(`${segment}.torn-1`), 'older');
    assert.equal(text(`${segment}.torn-2`), '{"newer');
    await assertWorks(computer, handle);
  });

  it('takes an append back as a whole wherever it was broken off', async () => {
    const computer = new MemoryComputer();
    const handle = valueOf(await computer.store().create({ name: 'Parts' }, never));
    const records = sampleRecords();
    valueOf(await handle.write.append(records.slice(0, 11), never));
    const file = join(handle.path, segment);
    const before = computer.disk.text(file);
    valueOf(await handle.write.append(records.slice(11), never));
    await handle.close();
    const after = computer.disk.text(file);
    for (let length = before.length; length <= after.length; length += 7) {
      computer.disk.put(file, after.slice(0, length));
      const reader = valueOf(await computer.store().open(handle.path, 'read', never));
      assert.deepEqual(reader.active().records, records.slice(0, 11), `${length} bytes`);
    }
    // All but the last line end is there: nothing of the records is missing.
    computer.disk.put(file, after.slice(0, -1));
    const writer = await openBoth(computer, handle.path);
    assert.deepEqual(writer.active().records, records);
    assert.deepEqual(repairsOf(writer), [['missing-line-end', segment, null]]);
    assert.equal(computer.disk.text(file), after);
    await assertWorks(computer, writer);
  });

  it('takes zeros that a file system left for unwritten bytes as torn', async () => {
    const { computer, path, text } = await left();
    const whole = text(segment);
    computer.disk.put(join(path, segment), `${whole}${'\0'.repeat(100)}`);
    const handle = await openBoth(computer, path);
    assert.equal(text(segment), whole);
    assert.equal(text(`${segment}.torn-1`), '\0'.repeat(100));
    await assertWorks(computer, handle);
  });

  it('removes the finalized line of an uncommitted rotation with its cut, and sets the successor aside', async () => {
    const { computer, path, text } = await left();
    const whole = text(segment);
    const orphan = encodeLine(summaryRecord('s1', 'Never committed.'));
    computer.disk.put(join(path, segment), whole + encodeLine({ kind: 'finalized', at: 'then', cut: 'r12' }));
    computer.disk.put(join(path, 'segment-0002.jsonl'), orphan);
    const handle = await openBoth(computer, path);
    assert.deepEqual(repairsOf(handle), [
      ['orphan-segment', 'segment-0002.jsonl', 'segment-0002.jsonl.orphan-1'],
      ['unfinished-rotation', segment, null],
    ]);
    assert.deepEqual(handle.active().records, sampleRecords());
    assert.equal(text(segment), whole);
    assert.equal(text('segment-0002.jsonl.orphan-1'), orphan);
    valueOf(await handle.write.rotate(sampleRotation(sampleRecords()), never));
    await assertWorks(computer, handle);
  });

  it('removes a finalized line that was cut short as a torn line', async () => {
    const { computer, path, text } = await left();
    const whole = text(segment);
    computer.disk.put(join(path, segment), `${whole}{"kind":"finalized","at":"th`);
    const handle = await openBoth(computer, path);
    assert.equal(text(segment), whole);
    await assertWorks(computer, handle);
  });

  it('keeps what stands after a finalized line of the active segment', async () => {
    const { computer, path, text } = await left();
    const finalized = encodeLine({ kind: 'finalized', at: 'then', cut: null });
    const later = encodeLine({ ...sampleRecords()[0]!, id: 'later', turn: 4 });
    const whole = text(segment);
    computer.disk.put(join(path, segment), whole + finalized + later);
    const handle = await openBoth(computer, path);
    assert.equal(handle.active().records.at(-1)?.id, 'later');
    assert.deepEqual(handle.active().damage, []);
    assert.equal(text(segment), whole + later);
    await assertWorks(computer, handle);
  });

  it('sets every segment aside that the sidecar does not name, and never over an older one', async () => {
    const { computer, path, text } = await left();
    computer.disk.put(join(path, 'segment-0002.jsonl'), 'second');
    computer.disk.put(join(path, 'segment-0007.jsonl'), 'seventh');
    computer.disk.put(join(path, 'segment-0002.jsonl.orphan-1'), 'older');
    const handle = await openBoth(computer, path);
    assert.equal(text('segment-0002.jsonl.orphan-1'), 'older');
    assert.equal(text('segment-0002.jsonl.orphan-2'), 'second');
    assert.equal(text('segment-0007.jsonl.orphan-1'), 'seventh');
    await assertWorks(computer, handle);
  });

  it('removes unfinished files of its own and leaves every other file alone', async () => {
    const { computer, path, text } = await left();
    const own = ['session.json.12ab.tmp', 'segment-0002.jsonl.12ab.tmp', `${'a'.repeat(64)}.12ab.tmp`];
    const others = ['notes.tmp', 'session.json.bak', 'session.json.tmp', 'telemetry.jsonl', 'draft.12ab.tmp'];
    for (const name of [...own, ...others]) computer.disk.put(join(path, name), name);
    const handle = await openBoth(computer, path);
    assert.deepEqual(
      repairsOf(handle),
      own.map((name) => ['leftover-file', name, null]),
    );
    const names = Object.keys(computer.disk.snapshot(path)).map((file) => file.slice(path.length + 1));
    for (const name of own) assert.ok(!names.includes(name));
    for (const name of others) assert.equal(text(name), name);
    await assertWorks(computer, handle);
  });

  it('lets the lock go when it cannot repair, and repairs the next time', async () => {
    const { computer, path, text } = await left();
    const torn = `${text(segment)}{"torn`;
    computer.disk.put(join(path, segment), torn);
    computer.disk.fault = ({ path: at }) =>
      at.endsWith('.torn-1') ? { kind: 'fail', code: 'ENOSPC' } : undefined;
    const failed = await computer.store().open(path, 'write', never);
    assert.ok(!failed.ok && failed.error.kind === 'disk-full');
    assert.equal(text(segment), torn);
    computer.disk.restart();
    const handle = await openBoth(computer, path);
    assert.equal(text(`${segment}.torn-1`), '{"torn');
    await assertWorks(computer, handle);
  });
});
