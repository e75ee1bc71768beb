// The prompt index: which turns a segment opened, and where.

import assert from 'node:assert/strict';
import { copiedTurns, openedTurns, promptPlaces } from '../../../../src/core/sessions/prompt-index.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';

function indexed(
  records: readonly TranscriptRecord[],
  number = 1,
): readonly (readonly [number, string, number])[] {
  const offsets = records.map((_, place) => 100 + place * 10);
  return promptPlaces({ number, records, offsets }).map(({ turn, record, offset }) => [turn, record, offset]);
}

describe('behaviours 8.8, 8.18 and 13.5: the prompt index', () => {
  it('points at the record that opens each turn', () => {
    const records = conversation()
      .user('a')
      .calls('x')
      .results('y')
      .assistant('b')
      .settled()
      .user('c')
      .records();
    assert.deepEqual(indexed(records), [
      [1, 'r1', 100],
      [2, 'r6', 150],
    ]);
  });

  it('does not count steering, tools or reasoning as turns', () => {
    const records = conversation()
      .user('a')
      .calls('x')
      .steering('faster')
      .results('y')
      .reasoning('hm')
      .assistant('b')
      .records();
    assert.deepEqual(indexed(records), [[1, 'r1', 100]]);
  });

  it('does not count turns that were copied in as tail', () => {
    const copied = conversation().user('nine').assistant('9').user('ten').assistant('10').records();
    const tail = copied.map((record) => ({ ...record, turn: record.turn + 8, copiedFrom: 3 }));
    const own = conversation().user('eleven').assistant('11').records();
    const next = own.map((record) => ({ ...record, id: `n-${record.id}`, turn: 11 }));
    assert.deepEqual(indexed([...tail, ...next], 4), [[11, 'n-r1', 140]]);
    assert.equal(openedTurns([...tail, ...next]), 1);
    assert.equal(copiedTurns([...tail, ...next]), 2);
  });

  it('does not open a turn anew whose batch was carried over without its request', () => {
    const turn = conversation().user('a').calls('x').results('y').reminder('note').assistant('b').records();
    const rest = turn.slice(1).map((record, place) => (place < 2 ? { ...record, copiedFrom: 1 } : record));
    assert.deepEqual(indexed(rest, 2), []);
  });

  it('is empty for a segment without turns, such as a summary', () => {
    assert.deepEqual(indexed([]), []);
    assert.deepEqual(indexed(conversation().summary('s').records()), []);
  });
});
