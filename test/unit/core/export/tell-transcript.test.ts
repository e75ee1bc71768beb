// Items of a transcript: every record once, results behind their calls, one file in memory at a time.

import assert from 'node:assert/strict';
import { err, ok } from '../../../../src/base/result.ts';
import { unpaced } from '../../../../src/base/pace.ts';
import type { Item } from '../../../../src/core/export/items.ts';
import { surveyTranscript } from '../../../../src/core/export/survey.ts';
import { tellTranscript } from '../../../../src/core/export/tell-transcript.ts';
import type { TranscriptPart } from '../../../../src/core/export/transcript-parts.ts';
import { textContent } from '../../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation } from '../../../support/conversation.ts';
import { never } from '../../../support/expect.ts';
import { longOutput, sampleRecords, sampleRotation } from '../../../support/rotation-sample.ts';

function part(records: readonly TranscriptRecord[], damagedLines: readonly number[] = []): TranscriptPart {
  return {
    file: `segment of ${records[0]?.id ?? 'nothing'}`,
    read: async () => ok({ records, damagedLines }),
  };
}

const missing: TranscriptPart = { file: 'gone', read: async () => err({ kind: 'not-found', path: 'gone' }) };

async function itemsOf(...parts: readonly TranscriptPart[]): Promise<readonly Item[]> {
  const survey = await surveyTranscript(parts, unpaced, never);
  const items: Item[] = [];
  for await (const item of tellTranscript(parts, { survey, pace: unpaced }, never)) items.push(item);
  return items;
}

/** Items in a word each: kinds and record ids. */
async function toldOf(...parts: readonly TranscriptPart[]): Promise<readonly string[]> {
  return (await itemsOf(...parts)).map((item) => {
    switch (item.kind) {
      case 'compaction':
        return `compaction ${item.summary.id}${item.covered ? '' : ', not covered'}`;
      case 'spoken': {
        const calls = item.calls.map(({ call, result }) => `${call.id}→${result?.id ?? 'none'}`);
        return ['spoken', ...item.said.map(({ id }) => id), ...calls].join(' ');
      }
      case 'gap':
        return `gap in ${item.gap.file}`;
      default:
        return `${item.kind} ${item.record.id}`;
    }
  });
}

describe('the items of one segment', () => {
  it('are each answer with what it called and the results, in call order', async () => {
    const records = conversation()
      .user('Go')
      .reasoning('Hm')
      .assistant('I look.')
      .calls('a')
      .calls('b')
      .results('1', '2')
      .assistant('Done.')
      .settled()
      .records();
    assert.deepEqual(await toldOf(part(records)), [
      'heard r1',
      'spoken r2 r3 r4→r6 r5→r7',
      'spoken r8',
      'noted r9',
    ]);
  });

  it('are two answers where the model speaks between two calls, so that results follow their calls', async () => {
    const records = conversation()
      .user('Go')
      .calls('a')
      .assistant('And')
      .calls('b')
      .results('1', '2')
      .records();
    assert.deepEqual(await toldOf(part(records)), ['heard r1', 'spoken r2→r5', 'spoken r3 r4→r6']);
  });

  it('are two answers where a result stands between two calls', async () => {
    const records = conversation().user('Go').calls('a').results('1').calls('b').results('2').records();
    assert.deepEqual(await toldOf(part(records)), ['heard r1', 'spoken r2→r3', 'spoken r4→r5']);
  });

  it('have a call without a result as such', async () => {
    const records = conversation().user('Go').calls('a').assistant('Lost.').records();
    assert.deepEqual(await toldOf(part(records)), ['heard r1', 'spoken r2→none', 'spoken r3']);
  });

  it('have a result without a call, and a second result of a call, each by itself', async () => {
    const result = (callId: string) => ({
      kind: 'tool-result' as const,
      callId,
      content: [...textContent('x')],
    });
    const records = conversation()
      .user('Go')
      .calls('a')
      .results('1')
      .add(result('call-1'))
      .add(result('nobody'))
      .records();
    assert.deepEqual(await toldOf(part(records)), [
      'heard r1',
      'spoken r2→r3',
      'stray-result r4',
      'stray-result r5',
    ]);
  });

  it('say which records were taken back or belong to a directive', async () => {
    const records = conversation()
      .user('Wrong')
      .assistant('Wrong too')
      .add({ kind: 'superseded', from: 'r1' })
      .user('Right')
      .records();
    const asides = (await itemsOf(part(records))).map((item) => ('aside' in item ? item.aside : undefined));
    assert.deepEqual(asides, ['taken-back', 'taken-back', undefined]);
  });
});

describe('the items of several segments', () => {
  const before = sampleRecords();
  const rotation = sampleRotation(before);
  const copy = (record: TranscriptRecord): TranscriptRecord => ({ ...record, copiedFrom: 1 });
  const lint: TranscriptRecord = {
    kind: 'tool-result',
    id: 'late',
    turn: 3,
    at: '2026-11-30T12:01:00.000Z',
    callId: 'call-4',
    content: [...textContent('lint is clean')],
  };
  const after = [
    rotation.summary,
    ...[...rotation.tail, ...rotation.carried, ...rotation.batch].map(copy),
    lint,
    ...conversation().assistant('All done.').records(),
  ];

  it('have each record once and in full, what a rotation shortened too', async () => {
    const items = await itemsOf(part(before), part(after));
    const results = items
      .flatMap((item) => (item.kind === 'spoken' ? item.calls : []))
      .map(({ result }) => result);
    assert.deepEqual(
      results.map((result) => result?.content),
      ['src/parser.ts', longOutput, '2 failing', 'lint is clean'].map((text) => [...textContent(text)]),
    );
  });

  it('have a result that came after the compaction right behind its call, ahead of the summary', async () => {
    const told = await toldOf(part(before), part(after));
    const batch = told.findIndex((item) => item.includes('late'));
    assert.match(told[batch]!, /^spoken \S+ \S+→\S+ \S+→late$/);
    assert.equal(told[batch + 1], `compaction ${rotation.summary.id}`);
    assert.equal(told.filter((item) => item.includes('late')).length, 1);
  });

  it('tell of a compaction what stayed in view, and that it came in the middle of a turn', async () => {
    const items = await itemsOf(part(before), part(after));
    const compaction = items.find((item) => item.kind === 'compaction')!;
    assert.deepEqual(
      compaction.kept,
      [...rotation.tail, ...rotation.carried, ...rotation.batch, lint].map(({ id }) => id),
    );
    assert.equal(compaction.betweenTurns, false);
    assert.equal(compaction.place, 2);
  });

  it('tell that a compaction came between two turns where the last one had ended', async () => {
    const first = conversation().user('Hi').assistant('Hello').settled().records();
    const second = conversation().summary('Greetings.').user('Next').records();
    const items = await itemsOf(
      part(first),
      part(second.map((record) => ({ ...record, id: `s${record.id}` }))),
    );
    const compaction = items.find((item) => item.kind === 'compaction')!;
    assert.equal(compaction.betweenTurns, true);
    // (2 + 5) visible characters, a quarter token each, rounded up.
    assert.equal(compaction.tokensBefore, 2);
  });

  it('have the copies where the segment of the originals cannot be read, and the summary is not covered', async () => {
    const told = await toldOf(missing, part(after));
    assert.deepEqual(told.slice(0, 3), [
      'gap in gone',
      `compaction ${rotation.summary.id}, not covered`,
      'heard r7',
    ]);
  });

  it('do not cover a summary when lines before it are damaged, or when nothing stands before it', async () => {
    const damaged = await toldOf(part(before, [3]), part(after));
    assert.ok(damaged.includes(`compaction ${rotation.summary.id}, not covered`));
    const alone = await toldOf(part(conversation().summary('Of another session').user('Go on').records()));
    assert.equal(alone[0], 'compaction r1, not covered');
  });

  it('are read a segment at a time, as they are taken', async () => {
    const read: string[] = [];
    const watched = (name: string, records: readonly TranscriptRecord[]): TranscriptPart => ({
      file: name,
      read: async () => {
        read.push(name);
        return ok({ records, damagedLines: [] });
      },
    });
    const parts = [
      watched('one', conversation().user('1').settled().records()),
      watched('two', conversation().summary('s').records()),
    ];
    const survey = { asides: new Map(), lateResults: new Map() };
    const items = tellTranscript(parts, { survey, pace: unpaced }, never);
    await items.next();
    await items.next();
    assert.deepEqual(read, ['one']);
    await items.next();
    assert.deepEqual(read, ['one', 'two']);
  });

  it('end without a word once the signal aborts', async () => {
    const controller = new AbortController();
    const parts = [part(before), part(after)];
    const survey = await surveyTranscript(parts, unpaced, never);
    const items: Item[] = [];
    for await (const item of tellTranscript(parts, { survey, pace: unpaced }, controller.signal)) {
      items.push(item);
      controller.abort();
    }
    assert.equal(items.length, 1);
  });

  it('let others have their turn between records', async () => {
    let asked = 0;
    const pace = {
      breathe: () => {
        asked++;
        return undefined;
      },
    };
    const survey = { asides: new Map(), lateResults: new Map() };
    for await (const _ of tellTranscript([part(before)], { survey, pace }, never));
    assert.equal(asked, before.length);
  });
});
