// Contract of a session store: creating, adopting, listing, updating, artifacts.

import assert from 'node:assert/strict';
import type { WholeSession } from '../../src/core/sessions/store.ts';
import { conversation } from '../support/conversation.ts';
import { aborted, errorOf, never, valueOf } from '../support/expect.ts';
import { summaryRecord } from '../support/rotation-sample.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { withStore, type MakeHarness } from './session-store-harness.ts';

export function describeKeeping(make: MakeHarness): void {
  it(
    'creates an empty session that is open for writing and can be opened again',
    withStore(make, async ({ store }) => {
      const created = valueOf(await store().create({ name: 'First' }, never));
      assert.equal(created.access, 'write');
      assert.deepEqual(created.active().records, []);
      assert.equal(created.active().number, 1);
      await created.close();
      const opened = valueOf(await store().open(created.path, 'write', never));
      assert.equal(opened.session().name, 'First');
      assert.equal(opened.session().id, created.session().id);
      assert.deepEqual(opened.repairs, []);
      await opened.close();
    }),
  );

  it(
    'lists its sessions, and none before there is one',
    withStore(make, async ({ store }) => {
      assert.deepEqual(valueOf(await store().list(never)), []);
      const one = valueOf(await store().create({ name: 'One' }, never));
      const two = valueOf(await store().create({ name: 'One' }, never));
      assert.deepEqual([...valueOf(await store().list(never))].sort(), [one.path, two.path].sort());
      await one.close();
      await two.close();
    }),
  );

  it(
    'says not-found for a session that is not there',
    withStore(make, async ({ store }) => {
      const created = valueOf(await store().create({ name: 'Here' }, never));
      await created.close();
      for (const access of ['read', 'write'] as const) {
        const failure = errorOf(await store().open(`${created.path}-not`, access, never));
        assert.equal(failure.kind, 'not-found');
      }
    }),
  );

  it(
    'does nothing when the signal has aborted already',
    withStore(make, async ({ store }) => {
      assert.deepEqual(errorOf(await store().create({ name: 'No' }, aborted)), { kind: 'cancelled' });
      assert.deepEqual(errorOf(await store().adopt(wholeSession(), aborted)), { kind: 'cancelled' });
      assert.deepEqual(valueOf(await store().list(never)), []);
    }),
  );

  it(
    'adopts a whole session with its segments, cut and artifacts',
    withStore(make, async ({ store }) => {
      const path = valueOf(await store().adopt(wholeSession(), never));
      const handle = valueOf(await store().open(path, 'write', never));
      assert.equal(handle.session().activeSegment, 2);
      assert.equal(handle.session().finalizedTurns, 1);
      assert.deepEqual(
        handle.session().promptIndex.map(({ turn, segment, record }) => ({ turn, segment, record })),
        [{ turn: 1, segment: 1, record: 'r1' }],
      );
      assert.deepEqual(handle.active().records, wholeSession().segments[1]?.records);
      const first = valueOf(await handle.segment(1, never));
      assert.deepEqual(first.records, wholeSession().segments[0]?.records);
      assert.equal(first.finalized?.cut, null);
      assert.equal(await handle.artifacts.text(picture.name), 'not really a picture');
      await handle.close();
    }),
  );

  it(
    'updates named fields of the sidecar and keeps the others',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Before', workspace: '/w' }, never));
      valueOf(await handle.write.update({ name: 'After', goal: { text: 'ship it' } }, never));
      assert.equal(handle.session().name, 'After');
      await handle.close();
      const again = valueOf(await store().open(handle.path, 'read', never));
      assert.equal(again.session().name, 'After');
      assert.deepEqual(again.session().goal, { text: 'ship it' });
      assert.equal(again.session().workspace, '/w');
    }),
  );

  it(
    'keeps an artifact under its hash and answers undefined for one it does not have',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Artifacts' }, never));
      valueOf(await handle.write.artifact(picture, never));
      valueOf(await handle.write.artifact(picture, never));
      assert.equal(await handle.artifacts.base64(picture.name), picture.content.text);
      assert.equal(await handle.artifacts.text('0'.repeat(64)), undefined);
      assert.equal(await handle.artifacts.text('../session.json'), undefined);
      await handle.close();
    }),
  );

  it(
    'keeps the last copy of a streamed answer and of what runs for the next handle, and removes both when told',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Streams' }, never));
      assert.deepEqual([handle.streamed, handle.running], [null, []]);
      const streamed = { turn: 1, requestId: 'q', text: 'Half an ans\ud83d\ude00wer, '.repeat(900) };
      valueOf(await handle.write.keepStreamed({ ...streamed, text: 'Half' }, never));
      valueOf(await handle.write.keepStreamed(streamed, never));
      valueOf(await handle.write.keepRunning([{ executionId: 'one' }, { executionId: 'two' }], never));
      assert.deepEqual(handle.active().records, []);
      await handle.close();

      const again = valueOf(await store().open(handle.path, 'write', never));
      assert.deepEqual(again.streamed, streamed);
      assert.deepEqual(again.running, [{ executionId: 'one' }, { executionId: 'two' }]);
      assert.deepEqual(again.repairs, []);
      valueOf(await again.write.keepStreamed(null, never));
      valueOf(await again.write.keepStreamed(null, never));
      valueOf(await again.write.keepRunning([], never));
      assert.equal(errorOf(await again.write.keepStreamed(streamed, aborted)).kind, 'cancelled');
      await again.close();

      const reader = valueOf(await store().open(handle.path, 'read', never));
      assert.deepEqual([reader.streamed, reader.running], [null, []]);
      assert.equal(errorOf(await reader.write.keepStreamed(streamed, never)).kind, 'read-only-handle');
    }),
  );

  it(
    'answers closed after close, which may be called twice',
    withStore(make, async ({ store }) => {
      const handle = valueOf(await store().create({ name: 'Closed' }, never));
      await handle.close();
      await handle.close();
      assert.equal(errorOf(await handle.write.update({ name: 'Late' }, never)).kind, 'closed');
      assert.equal(
        errorOf(await handle.write.append(conversation().user('late').records(), never)).kind,
        'closed',
      );
      const again = valueOf(await store().open(handle.path, 'read', never));
      assert.equal(again.session().name, 'Closed');
    }),
  );
}

const picture = {
  name: nodeSha256.of('not really a picture'),
  content: { encoding: 'base64', text: Buffer.from('not really a picture').toString('base64') },
} as const;

function wholeSession(): WholeSession {
  const at = '2026-11-30T12:00:00.000Z';
  return {
    init: { name: 'Imported', imported: { format: 'pi', file: 'old.jsonl' } },
    segments: [
      {
        records: conversation().user('One').assistant('First').settled('imported').records(),
        createdAt: at,
        finalized: { kind: 'finalized', at, cut: null },
      },
      { records: [summaryRecord('s1', 'What came before.')], createdAt: at, finalized: null },
    ],
    agents: new Map([['explorer/helper', conversation().task('Look around', 'explorer/helper').records()]]),
    artifacts: [picture],
  };
}
