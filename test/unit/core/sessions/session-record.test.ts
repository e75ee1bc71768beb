// The sidecar: what is read, refused and kept.

import assert from 'node:assert/strict';
import { mostSegments, segmentNumber } from '../../../../src/core/sessions/names.ts';
import {
  newSessionRecord,
  readSessionRecord,
  sessionRecordText,
  unrecorded,
} from '../../../../src/core/sessions/session-record.ts';
import { conversation } from '../../../support/conversation.ts';

const record = newSessionRecord('s1', '2026-11-30T12:00:00.000Z', { name: 'Name', workspace: '/w' });

describe('session record', () => {
  it('reads back what it wrote, unknown fields included', () => {
    const text = sessionRecordText({ ...record, future: { deep: [1] } } as typeof record);
    const read = readSessionRecord(text);
    assert.deepEqual(read, { kind: 'read', record: { ...record, future: { deep: [1] } } });
  });

  it('holds no summary, skill record, token baseline or failure counter (behaviour 8.20)', () => {
    const names = Object.keys(record).join(' ').toLowerCase();
    for (const word of ['summary', 'skill', 'baseline', 'token', 'failures'])
      assert.ok(!names.includes(word));
  });

  it('tells a newer format from damage', () => {
    assert.deepEqual(readSessionRecord('{"format":2,"everything":"new"}'), { kind: 'newer', format: 2 });
    for (const text of ['', '{', '[]', 'null', '{}', '{"format":0}', '{"format":"1"}', '{"format":1}']) {
      assert.equal(readSessionRecord(text).kind, 'damaged', text);
    }
  });

  it('names the field that is wrong', () => {
    const read = readSessionRecord(JSON.stringify({ ...record, queue: { ...record.queue, steering: 7 } }));
    assert.ok(read.kind === 'damaged');
    assert.match(read.why, /^queue\.steering: /);
  });

  it('counts as damaged when it names a segment no session will ever reach', () => {
    const record = newSessionRecord('s1', 'now', { name: 'x' });
    const read = (activeSegment: number): string =>
      readSessionRecord(sessionRecordText({ ...record, activeSegment })).kind;
    assert.equal(read(mostSegments), 'read');
    assert.equal(read(2_000_000_000), 'damaged');
    assert.equal(segmentNumber('segment-2000000000.jsonl'), undefined);
  });

  it('waits only for prompts that have not become records', () => {
    const outbox = ['r1', 'p', 'r2'].map((id) => ({ id, text: id, at: 'now' }));
    const records = conversation().user('a').assistant('b').records();
    assert.deepEqual(
      unrecorded(outbox, records).map((entry) => entry.id),
      ['p'],
    );
    assert.deepEqual(unrecorded([], records), []);
  });
});
