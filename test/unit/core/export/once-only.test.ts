// Every record once: originals count, copies only where the original is missing.

import assert from 'node:assert/strict';
import { OnceOnly } from '../../../../src/core/export/once-only.ts';
import { conversation } from '../../../support/conversation.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';

const [first, second] = conversation().user('One').assistant('Two').records() as [
  TranscriptRecord,
  TranscriptRecord,
];
const copy = (record: TranscriptRecord, copiedFrom: number): TranscriptRecord => ({ ...record, copiedFrom });

describe('records once over all segments', () => {
  it('are the originals, without their copies in the successor', () => {
    const once = new OnceOnly();
    assert.deepEqual(once.fresh([first, second], 1), [first, second]);
    assert.deepEqual(once.fresh([copy(second, 1)], 2), []);
  });

  it('are the first copy where the original is missing, and no second one', () => {
    const once = new OnceOnly();
    assert.deepEqual(once.fresh([first], 1), [first]);
    assert.deepEqual(once.fresh([copy(second, 1)], 2), [copy(second, 1)]);
    assert.deepEqual(once.fresh([copy(second, 2)], 3), []);
  });

  it('are both records where damage gave two originals one id', () => {
    const once = new OnceOnly();
    once.fresh([first], 1);
    const other = { ...second, id: first.id };
    assert.deepEqual(once.fresh([other], 2), [other]);
  });

  it('are the copies of records without an id only when their segment could not be read', () => {
    const unknown: TranscriptRecord = { kind: 'unknown', id: '', turn: 1, at: '', value: { kind: 'later' } };
    const once = new OnceOnly();
    once.fresh([unknown], 2);
    assert.deepEqual(once.fresh([copy(unknown, 2)], 3), []);
    assert.deepEqual(once.fresh([copy(unknown, 1)], 3), [copy(unknown, 1)]);
  });
});
