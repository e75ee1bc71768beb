// Contract of a session store: appending, and what is confirmed by it.

import assert from 'node:assert/strict';
import type { SessionHandle } from '../../src/core/sessions/store.ts';
import { wholeText } from '../../src/core/transcript/parts.ts';
import { parseRecord, type TranscriptRecord } from '../../src/core/transcript/record.ts';
import { conversation } from '../support/conversation.ts';
import { aborted, errorOf, never, valueOf } from '../support/expect.ts';
import { sampleRecords } from '../support/rotation-sample.ts';
import { withStore, type MakeHarness } from './session-store-harness.ts';

export function describeAppending(make: MakeHarness): void {
  it(
    'gives confirmed records back in order, in memory and after opening again',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Order' }, never));
      const records = sampleRecords();
      valueOf(await handle.write.append(records.slice(0, 3), never));
      valueOf(await handle.write.append(records.slice(3), never));
      assert.deepEqual(handle.active().records, records);
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'write', never));
      assert.deepEqual(again.active().records, records);
      assert.deepEqual(again.repairs, []);
      await again.close();
    }),
  );

  it(
    'runs calls on one handle one after the other, in the order they were made',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Serial' }, never));
      const records = conversation().user('a').assistant('b').user('c').assistant('d').records();
      const answers = await Promise.all([
        ...records.map((record) => handle.write.append([record], never)),
        handle.write.update({ name: 'Later' }, never),
      ]);
      assert.ok(answers.every((answer) => answer.ok));
      assert.deepEqual(handle.active().records, records);
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'read', never));
      assert.deepEqual(again.active().records, records);
      assert.equal(again.session().name, 'Later');
    }),
  );

  it(
    'does not change what active() returned earlier',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Snapshot' }, never));
      const [first, second] = conversation().user('a').assistant('b').records();
      valueOf(await handle.write.append([first!], never));
      const before = handle.active().records;
      valueOf(await handle.write.append([second!], never));
      assert.equal(before.length, 1);
      assert.equal(handle.active().records.length, 2);
      await handle.close();
    }),
  );

  it(
    'appends nothing when the signal has aborted, and stays usable',
    withStore(make, async ({ store, snapshot }) => {
      const handle = valueOf(await store().create({ name: 'Cancelled' }, never));
      const before = await snapshot(handle.path);
      const records = conversation()
        .user('x'.repeat(300 * 1024))
        .records();
      assert.deepEqual(errorOf(await handle.write.append(records, aborted)), { kind: 'cancelled' });
      assert.deepEqual(await snapshot(handle.path), before);
      valueOf(await handle.write.append(records, never));
      assert.equal(handle.active().records.length, 1);
      await handle.close();
    }),
  );

  it(
    'keeps a record of an unknown kind verbatim',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Unknown' }, never));
      const value = { kind: 'hologram', id: 'h1', turn: 1, at: 'then', beams: [1, { deep: null }] };
      valueOf(await handle.write.append([recordOf(value), recordOf({ ...value, id: 'h2' })], never));
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'read', never));
      const [kept] = again.active().records;
      assert.deepEqual(kept, { kind: 'unknown', id: 'h1', turn: 1, at: 'then', value });
    }),
  );

  it(
    'keeps fields it does not know on records and on the sidecar',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Fields' }, never));
      const record = recordOf({ ...conversation().user('hi').records()[0], mood: 'good' });
      valueOf(await handle.write.append([record], never));
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'read', never));
      assert.deepEqual(again.active().records, [record]);
      assert.ok('mood' in again.active().records[0]!);
    }),
  );

  it(
    'moves contents above 256 KB to artifacts, and reads them back whole',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Large' }, never));
      const text = 'ünïcode 😀 '.repeat(30_000);
      const input = { patch: 'p'.repeat(300_000) };
      const records = conversation().user('Go').calls('read').results(text).calls('edit', input).records();
      valueOf(await handle.write.append(records, never));
      const [, , result, call] = handle.active().records;
      assert.ok(result?.kind === 'tool-result' && result.content[0]?.type === 'stored-text');
      assert.equal(result.content[0].characters, 30_000 * 'ünïcode _ '.length);
      assert.equal(result.content[0].bytes, Buffer.byteLength(text));
      assert.ok(call?.kind === 'tool-call' && call.input === null && call.storedInput !== undefined);
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'read', never));
      await assertWhole(again, result.content, text);
      assert.equal(await again.artifacts.text(call.storedInput.artifact), JSON.stringify(input));
    }),
  );

  it(
    'keeps text exactly at the limit in the record',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Limit' }, never));
      const limit = 256 * 1024;
      const records = conversation()
        .user('x'.repeat(limit))
        .user('x'.repeat(limit + 1))
        .records();
      valueOf(await handle.write.append(records, never));
      const types = handle
        .active()
        .records.map((record) => record.kind === 'user' && record.content[0]?.type);
      assert.deepEqual(types, ['text', 'stored-text']);
      await handle.close();
    }),
  );

  it(
    'treats appending an id that is in use as a bug of its caller',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Twice' }, never));
      const records = conversation().user('once').records();
      valueOf(await handle.write.append(records, never));
      await assert.rejects(handle.write.append(records, never), /Broken invariant/);
      assert.equal(handle.active().records.length, 1);
      await handle.close();
    }),
  );

  it(
    'survives line ends, NUL and lone surrogates inside text',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Bytes' }, never));
      const text = 'a\nb\r\nc\u2028d\u0000e\ud800f{"kind":"finalized","cut":null}\n';
      valueOf(await handle.write.append(conversation().user(text).records(), never));
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'write', never));
      assert.deepEqual(again.active().records, conversation().user(text).records());
      assert.deepEqual(again.repairs, []);
      await again.close();
    }),
  );
}

async function assertWhole(
  handle: SessionHandle,
  content: Parameters<typeof wholeText>[0],
  text: string,
): Promise<void> {
  assert.equal(await wholeText(content, handle.artifacts), text);
}

function recordOf(value: unknown): TranscriptRecord {
  const parsed = parseRecord(value);
  assert.ok(parsed.ok);
  return parsed.record;
}
