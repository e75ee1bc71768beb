// Contract of a session store: rotations.

import assert from 'node:assert/strict';
import { recordsToCut } from '../../src/core/sessions/segment-file.ts';
import { conversation } from '../support/conversation.ts';
import { aborted, errorOf, never, valueOf } from '../support/expect.ts';
import {
  sampleRecords,
  sampleRotation,
  shortenedOutput,
  summaryRecord,
  wholeRotation,
} from '../support/rotation-sample.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { withStore, type MakeHarness } from './session-store-harness.ts';

export function describeRotating(make: MakeHarness): void {
  it(
    'publishes header, summary, capped tail, carried records and running batch, in this order (behaviour 8.2)',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Rotate' }, never));
      const records = sampleRecords();
      valueOf(await handle.write.append(records, never));
      const rotation = sampleRotation(records);
      assert.deepEqual(valueOf(await handle.write.rotate(rotation, never)), { from: 1, to: 2, later: null });
      const copy = (record: (typeof records)[number]): unknown => ({ ...record, copiedFrom: 1 });
      const expected = [
        rotation.summary,
        ...rotation.tail.map(copy),
        ...rotation.carried.map(copy),
        ...rotation.batch.map(copy),
      ];
      assert.deepEqual(handle.active().records, expected);
      const { header, number } = handle.active();
      assert.equal(number, 2);
      assert.deepEqual([header.segment, header.tailTurns, header.tailTruncated], [2, 1, true]);
      assert.equal(header.session, handle.session().id);
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'write', never));
      assert.deepEqual(again.active().records, expected);
      assert.deepEqual(again.active().header, header);
      assert.ok(JSON.stringify(expected).includes(shortenedOutput.slice(-40)));
      await again.close();
    }),
  );

  it(
    'moves what was appended after its caller had looked on behind the batch, and cuts before it',
    withStore(make, async ({ store }) => {
      for (const moves of ['a batch', 'nothing'] as const) {
        const handle = valueOf(await store().create({ name: moves }, never));
        const records = sampleRecords();
        valueOf(await handle.write.append(records, never));
        const rotation = moves === 'nothing' ? wholeRotation('whole') : sampleRotation(records);
        const late = { kind: 'notice', id: 'late', turn: 3, at: 'now', level: 'info', text: 'late' } as const;
        const [appended, rotated] = await Promise.all([
          handle.write.append([late], never),
          handle.write.rotate({ ...rotation, known: records.length }, never),
        ]);
        assert.deepEqual([appended.ok, rotated.ok], [true, true]);
        assert.deepEqual(handle.active().records.at(-1), { ...late, copiedFrom: 1 });
        const first = valueOf(await handle.segment(1, never));
        assert.equal(first.finalized?.cut, moves === 'nothing' ? 'late' : 'r7');
        await handle.close();
      }
    }),
  );

  it(
    'keeps every record of the predecessor; its readers stop at the cut',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Cut' }, never));
      const records = sampleRecords();
      valueOf(await handle.write.append(records, never));
      valueOf(await handle.write.rotate(sampleRotation(records), never));
      const first = valueOf(await handle.segment(1, never));
      assert.deepEqual(first.records, records);
      assert.equal(first.finalized?.cut, 'r7');
      assert.deepEqual(recordsToCut(first), records.slice(0, 6));
      await handle.close();
    }),
  );

  it(
    'takes a raw tail without a cut, as after a native compaction',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Native' }, never));
      const records = sampleRecords();
      valueOf(await handle.write.append(records, never));
      const tail = records.slice(-2);
      const summary = summaryRecord('native-1', 'Claude says.', { kind: 'native', provider: 'claude' });
      const rotation = { ...wholeRotation('native-1'), summary, tail, cut: null };
      valueOf(await handle.write.rotate(rotation, never));
      assert.deepEqual(handle.active().records, [
        summary,
        ...tail.map((record) => ({ ...record, copiedFrom: 1 })),
      ]);
      assert.deepEqual(recordsToCut(valueOf(await handle.segment(1, never))), records);
      await handle.close();
    }),
  );

  it(
    'makes three segments of two rotations, and opens at the third (behaviours 8.16, 8.17)',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Three' }, never));
      valueOf(
        await handle.write.append(conversation().user('one').assistant('1').settled().records(), never),
      );
      valueOf(await handle.write.rotate(wholeRotation('s1'), never));
      const later = conversation().user('two').assistant('2').settled().records();
      valueOf(
        await handle.write.append(
          later.map((record) => ({ ...record, id: `b-${record.id}`, turn: 2 })),
          never,
        ),
      );
      valueOf(await handle.write.rotate(wholeRotation('s2'), never));
      const after = { ...conversation().user('three').records()[0]!, id: 'after', turn: 3 };
      valueOf(await handle.write.append([after], never));
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'write', never));
      assert.equal(again.session().activeSegment, 3);
      assert.deepEqual(again.active().records, [wholeRotation('s2').summary, after]);
      for (const number of [1, 2]) {
        const segment = valueOf(await again.segment(number, never));
        assert.notEqual(segment.finalized, null);
        assert.equal(segment.records.filter((record) => record.kind === 'user').length, 1);
      }
      await again.close();
    }),
  );

  it(
    'indexes each turn once, in the segment it was opened in (behaviours 8.8, 8.18)',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Index' }, never));
      const records = sampleRecords();
      valueOf(await handle.write.append(records, never));
      valueOf(await handle.write.rotate(sampleRotation(records), never));
      const next = conversation().user('four').assistant('4').settled().records();
      valueOf(
        await handle.write.append(
          next.map((record) => ({ ...record, id: `n-${record.id}`, turn: 4 })),
          never,
        ),
      );
      valueOf(await handle.write.rotate(wholeRotation('s2'), never));
      const places = handle.session().promptIndex;
      assert.deepEqual(
        places.map(({ turn, segment, record }) => [turn, segment, record]),
        [
          [1, 1, 'r1'],
          [2, 1, 'r7'],
          [3, 1, 'r12'],
          [4, 2, 'n-r1'],
        ],
      );
      assert.equal(handle.session().finalizedTurns, 4);
      for (const place of places) {
        const segment = valueOf(await handle.segment(place.segment, never));
        const record = segment.records[segment.offsets.indexOf(place.offset)];
        assert.equal(record?.id, place.record);
      }
      await handle.close();
    }),
  );

  it(
    'changes nothing when the signal has aborted before the commit, and rotates afterwards',
    withStore(make, async ({ store, snapshot }) => {
      const handle = valueOf(await store().create({ name: 'Cancel' }, never));
      const records = sampleRecords();
      valueOf(await handle.write.append(records, never));
      const before = await snapshot(handle.path);
      const failure = errorOf(await handle.write.rotate(sampleRotation(records), aborted));
      assert.deepEqual(failure, { kind: 'cancelled' });
      assert.deepEqual(await snapshot(handle.path), before);
      assert.deepEqual(handle.active().records, records);
      valueOf(await handle.write.rotate(sampleRotation(records), never));
      assert.equal(handle.active().number, 2);
      await handle.close();
    }),
  );

  it(
    'keeps queue, order and pauses over a rotation and over opening again (behaviour 11.5)',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Queue' }, never));
      const at = '2026-11-30T12:00:00.000Z';
      const queue = {
        steering: [{ id: 'q1', text: 'faster', at }],
        followUps: [
          { id: 'q2', text: 'then this', at },
          { id: 'q3', text: 'then that', at },
        ],
        deliveryPaused: true,
        failurePaused: false,
      };
      const outbox = [{ id: 'waiting', text: 'not sent yet', at }];
      valueOf(await handle.write.append(sampleRecords(), never));
      valueOf(await handle.write.update({ queue, outbox }, never));
      valueOf(await handle.write.rotate(sampleRotation(sampleRecords()), never));
      assert.deepEqual(handle.session().queue, queue);
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'write', never));
      assert.deepEqual(again.session().queue, queue);
      assert.deepEqual(again.session().outbox, outbox);
      assert.ok(!again.active().records.some((record) => record.id === 'waiting'));
      await again.close();
    }),
  );

  it(
    'keeps instruction files of a rotation as artifacts',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Instructions' }, never));
      valueOf(await handle.write.append(sampleRecords(), never));
      const text = 'Always use tabs.';
      const instruction = { name: nodeSha256.of(text), content: { encoding: 'utf8', text } } as const;
      const rotation = sampleRotation(sampleRecords(), { instructions: [instruction] });
      assert.equal(valueOf(await handle.write.rotate(rotation, never)).later, null);
      assert.equal(await handle.artifacts.text(instruction.name), text);
      await handle.close();
    }),
  );

  it(
    'treats a cut that is no record, or an id twice in the successor, as a bug of its caller',
    withStore(make, async ({ store, snapshot }) => {
      const handle = valueOf(await store().create({ name: 'Bug' }, never));
      const records = sampleRecords();
      valueOf(await handle.write.append(records, never));
      const before = await snapshot(handle.path);
      const lost = handle.write.rotate(sampleRotation(records, { cut: 'nowhere' }), never);
      await assert.rejects(lost, /Broken invariant/);
      const twice = handle.write.rotate(sampleRotation(records, { carried: records.slice(-1) }), never);
      await assert.rejects(twice, /Broken invariant/);
      assert.deepEqual(await snapshot(handle.path), before);
      await handle.close();
    }),
  );
}
