// What is known of a whole transcript before it is told.

import assert from 'node:assert/strict';
import { err, ok } from '../../../../src/base/result.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import { asidesOf, surveyTranscript } from '../../../../src/core/export/survey.ts';
import type { TranscriptPart } from '../../../../src/core/export/transcript-parts.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';
import { aborted, never } from '../../../support/expect.ts';

function part(...records: readonly TranscriptRecord[]): TranscriptPart {
  return { file: 'part', read: async () => ok({ records, damagedLines: [] }) };
}

const survey = (...parts: readonly TranscriptPart[]) => surveyTranscript(parts, unpaced, never);

describe('records a request leaves out', () => {
  it('are those between a superseded record and the one it names', () => {
    const records = conversation()
      .user('Keep')
      .user('Wrong')
      .assistant('Wrong too')
      .add({ kind: 'superseded', from: 'r2' })
      .user('Right')
      .records();
    assert.deepEqual(
      [...asidesOf(records)],
      [
        ['r2', 'taken-back'],
        ['r3', 'taken-back'],
      ],
    );
  });

  it('are those of a directive, without its hidden boundary records', () => {
    const records = conversation().user('Keep').directiveStart('d').user('Aside').directiveEnd('d').records();
    assert.deepEqual([...asidesOf(records)], [['r3', 'directive']]);
  });

  it('are hidden in the segment of their original when a later segment took them back', async () => {
    const first = conversation().user('One').user('Two').assistant('Three').records();
    const tail = first.slice(1).map((record) => ({ ...record, copiedFrom: 1 }));
    const later = conversation().add({ kind: 'superseded', from: 'r2' }).records();
    const second = [...tail, ...later.map((record) => ({ ...record, id: 's1' }))];
    const { asides } = await survey(part(...first), part(...second));
    assert.deepEqual([...asides.keys()], ['r2', 'r3']);
  });
});

describe('results that stand in a later segment than their calls', () => {
  const records = conversation().user('Go').calls('run').calls('look').results('ran', 'seen').records();
  const [user, run, look, ran, seen] = records as [
    TranscriptRecord,
    TranscriptRecord,
    TranscriptRecord,
    TranscriptRecord,
    TranscriptRecord,
  ];

  it('are known with the segment that holds them', async () => {
    const batch = [run, look, ran].map((record) => ({ ...record, copiedFrom: 1 }));
    const { lateResults } = await survey(part(user, run, look, ran), part(...batch, seen));
    assert.deepEqual([...lateResults], [['call-2', { place: 2, id: seen.id }]]);
  });

  it('are not those of another call that has the id of an unanswered one', async () => {
    const again = [look, seen].map((record) => ({ ...record, id: `again-${record.id}` }));
    const { lateResults } = await survey(part(user, look), part(...again));
    assert.deepEqual([...lateResults], []);
  });

  it('are found past a segment that cannot be read', async () => {
    const gone: TranscriptPart = { file: 'gone', read: async () => err({ kind: 'not-found', path: 'gone' }) };
    const { lateResults } = await survey(part(user, run), gone, part(ran));
    assert.deepEqual([...lateResults], [['call-1', { place: 3, id: ran.id }]]);
  });

  it('are not looked for once the signal has aborted', async () => {
    const { lateResults } = await surveyTranscript([part(user, run), part(ran)], unpaced, aborted);
    assert.equal(lateResults.size, 0);
  });
});
