// Contract of a session store: access, damage, the outbox.

import assert from 'node:assert/strict';
import { conversation } from '../support/conversation.ts';
import { errorOf, never, valueOf } from '../support/expect.ts';
import { sampleRecords, sampleRotation, wholeRotation } from '../support/rotation-sample.ts';
import { withStore, type MakeHarness } from './session-store-harness.ts';

export function describeOpening(make: MakeHarness): void {
  it(
    'refuses a second writer while the first is open, and says who has it (behaviour 8.21)',
    withStore(make, async ({ store, snapshot }) => {
      const first = valueOf(await store().create({ name: 'Mine' }, never));
      valueOf(await first.write.append(sampleRecords(), never));
      const before = await snapshot(first.path);
      const failure = errorOf(await store().open(first.path, 'write', never));
      assert.ok(failure.kind === 'locked' && failure.owner.pid > 0 && !failure.elsewhere);
      assert.deepEqual(await snapshot(first.path), before);
      valueOf(await first.write.update({ name: 'Still mine' }, never));
      await first.close();
      const second = valueOf(await store().open(first.path, 'write', never));
      await second.close();
    }),
  );

  it(
    'lets any number read while one writes; what they see does not move',
    withStore(make, async ({ store }) => {
      const writer = valueOf(await store().create({ name: 'Shared' }, never));
      const records = sampleRecords();
      valueOf(await writer.write.append(records.slice(0, 2), never));
      const early = valueOf(await store().open(writer.path, 'read', never));
      valueOf(await writer.write.append(records.slice(2), never));
      valueOf(await writer.write.rotate(sampleRotation(records), never));
      const late = valueOf(await store().open(writer.path, 'read', never));
      assert.equal(early.active().records.length, 2);
      assert.equal(late.active().number, 2);
      await early.close();
      await late.close();
      valueOf(await writer.write.update({ name: 'Unimpressed' }, never));
      await writer.close();
    }),
  );

  it(
    'changes nothing through a handle for reading, and refuses to write through it (behaviour 8.21)',
    withStore(make, async ({ store, snapshot }) => {
      const writer = valueOf(await store().create({ name: 'Read only' }, never));
      valueOf(await writer.write.append(sampleRecords(), never));
      await writer.close();
      const before = await snapshot(writer.path);
      const reader = valueOf(await store().open(writer.path, 'read', never));
      assert.equal(reader.access, 'read');
      const answers = [
        await reader.write.append(conversation().user('no').records(), never),
        await reader.write.rotate(sampleRotation(sampleRecords()), never),
        await reader.write.update({ name: 'no' }, never),
      ];
      for (const answer of answers) assert.equal(errorOf(answer).kind, 'read-only-handle');
      await reader.close();
      assert.deepEqual(await snapshot(writer.path), before);
    }),
  );

  it(
    'keeps a damaged line, reports it by number, and refuses to rotate until it is accepted',
    withStore(make, async ({ store, damage }) => {
      const first = valueOf(await store().create({ name: 'Damaged' }, never));
      const records = sampleRecords();
      valueOf(await first.write.append(records, never));
      await first.close();
      await damage(first.path, 'r5');
      const handle = valueOf(await store().open(first.path, 'write', never));
      assert.deepEqual(handle.repairs, []);
      const [line] = handle.active().damage;
      assert.equal(line?.line, 6);
      assert.deepEqual(
        handle.active().records.map((record) => record.id),
        records.map((record) => record.id).filter((id) => id !== 'r5'),
      );
      valueOf(await handle.write.append([{ ...records[0]!, id: 'more', turn: 4 }], never));
      const failure = errorOf(await handle.write.rotate(wholeRotation('s'), never));
      assert.ok(failure.kind === 'damaged' && failure.lines.join() === '6');
      valueOf(await handle.write.update({ acceptedDamage: [line.hash] }, never));
      assert.deepEqual(handle.active().damage, []);
      valueOf(await handle.write.rotate(wholeRotation('s'), never));
      await handle.close();
      const again = valueOf(await store().open(first.path, 'write', never));
      assert.equal(valueOf(await again.segment(1, never)).damage[0]?.hash, line.hash);
      await again.close();
    }),
  );

  it(
    'drops a prompt from the outbox once it is recorded, and keeps one that is not',
    withStore(make, async ({ store, snapshot }) => {
      const first = valueOf(await store().create({ name: 'Outbox' }, never));
      const at = '2026-11-30T12:00:00.000Z';
      const outbox = [
        { id: 'r1', text: 'sent', at },
        { id: 'p2', text: 'waiting', at },
      ];
      valueOf(await first.write.update({ outbox }, never));
      valueOf(await first.write.append(conversation().user('sent').records(), never));
      await first.close();
      const before = await snapshot(first.path);
      const reader = valueOf(await store().open(first.path, 'read', never));
      assert.deepEqual(reader.session().outbox, outbox.slice(1));
      assert.deepEqual(await snapshot(first.path), before);
      const writer = valueOf(await store().open(first.path, 'write', never));
      assert.deepEqual(writer.session().outbox, outbox.slice(1));
      assert.deepEqual(
        writer.repairs.map((repair) => repair.what),
        ['recorded-outbox-entry'],
      );
      await writer.close();
      const again = valueOf(await store().open(first.path, 'write', never));
      assert.deepEqual(again.session().outbox, outbox.slice(1));
      assert.deepEqual(again.repairs, []);
      await again.close();
    }),
  );

  it(
    'does not bring a recorded prompt back when its segment is rotated away',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Rotated prompt' }, never));
      const outbox = [{ id: 'r1', text: 'sent', at: '2026-11-30T12:00:00.000Z' }];
      valueOf(await handle.write.update({ outbox }, never));
      valueOf(
        await handle.write.append(conversation().user('sent').assistant('ok').settled().records(), never),
      );
      valueOf(await handle.write.rotate(wholeRotation('s'), never));
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'read', never));
      assert.deepEqual(again.session().outbox, []);
    }),
  );
}
