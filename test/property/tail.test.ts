// What holds for body, tail and batch whatever the conversation.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { selectHistory } from '../../src/core/compaction/selection.ts';
import { copyTail } from '../../src/core/evidence/tail-copy.ts';
import { toolPairs } from '../../src/core/transcript/tool-batches.ts';
import { withoutSuperseded, visibleLength } from '../../src/core/transcript/visibility.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { conversation, type Conversation } from '../support/conversation.ts';

type Step = (talk: Conversation) => unknown;

/** What editing and resending the last prompt does. */
function supersedeLastTurn(talk: Conversation): void {
  const opener = talk
    .records()
    .find((record) => record.turn === talk.currentTurn && openers.has(record.kind));
  if (opener !== undefined) talk.add({ kind: 'superseded', from: opener.id });
}

const openers: ReadonlySet<string> = new Set(['user', 'directive-start']);
const words = fc.string({ maxLength: 60 });
const fixed = (apply: Step): fc.Arbitrary<Step> => fc.constant(apply);
const step: fc.Arbitrary<Step> = fc.oneof(
  words.map(
    (text): Step =>
      (talk) =>
        talk.user(text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.assistant(text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.calls('Read', { text }).results(text.repeat(20)),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.calls('A', { text }).calls('Skill').results(text, text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.calls('B').assistant(text).calls('C').results(text, text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.steering(text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.reminder(text),
  ),
  words.map(
    (text): Step =>
      (talk) =>
        talk.touched(text),
  ),
  fixed((talk) => talk.settled()),
  fixed((talk) => talk.directiveStart('d').user('x').assistant('y').directiveEnd('d')),
  fixed(supersedeLastTurn),
);
const talks = fc.tuple(fc.boolean(), fc.array(step, { maxLength: 30 })).map(([summary, steps]) => {
  const talk = conversation();
  if (summary) talk.summary('earlier');
  for (const apply of steps) apply(talk);
  return talk.records();
});
const limits = fc.record({
  turns: fc.integer({ min: 0, max: 5 }),
  characters: fc.integer({ min: 0, max: 400 }),
});

const lengthOf = (records: readonly TranscriptRecord[]): number =>
  records.reduce((length, record) => length + visibleLength(record), 0);

describe('a selection, for any conversation and any limits', () => {
  it('keeps a tail within both limits', () => {
    fc.assert(
      fc.property(talks, limits, (records, tail) => {
        const selection = selectHistory({ records, tail });
        assert.ok(lengthOf(selection.tail) <= tail.characters);
        assert.ok(selection.turns.kept <= tail.turns);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves out nothing and takes nothing twice: summary, audits, body, tail and batch are the whole', () => {
    fc.assert(
      fc.property(talks, limits, (records, tail) => {
        const { previousSummary, body, tail: kept, batch } = selectHistory({ records, tail });
        const parts = [...(previousSummary === null ? [] : [previousSummary]), ...body, ...kept, ...batch];
        assert.deepEqual(parts, withoutSuperseded(records));
      }),
      { numRuns: 1000 },
    );
  });

  it('begins a tail with a turn, and never separates a call from its result or a directive from its end', () => {
    fc.assert(
      fc.property(talks, limits, (records, tail) => {
        const { body, tail: kept, batch } = selectHistory({ records, tail });
        const numbers = new Set(body.map((record) => record.turn));
        const opened = kept.filter((record) => record.kind === 'user' && record.origin !== 'steering');
        for (const record of opened) assert.equal(numbers.has(record.turn), false);
        for (const part of [body, kept, batch]) {
          const calls = new Set(
            part.flatMap((record) => (record.kind === 'tool-call' ? [record.callId] : [])),
          );
          for (const record of part) if (record.kind === 'tool-result') assert.ok(calls.has(record.callId));
          const count = (kind: TranscriptRecord['kind']): number =>
            part.filter((record) => record.kind === kind).length;
          assert.equal(count('directive-start'), count('directive-end'));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps more or the same when a limit is raised', () => {
    fc.assert(
      fc.property(talks, limits, fc.integer({ min: 0, max: 200 }), (records, tail, more) => {
        const kept = selectHistory({ records, tail }).turns.kept;
        const wider = { turns: tail.turns + 1, characters: tail.characters + more };
        assert.ok(selectHistory({ records, tail: wider }).turns.kept >= kept);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a tail copy, for any conversation and any cap', () => {
  const none = { text: () => Promise.resolve(undefined), base64: () => Promise.resolve(undefined) };

  it('keeps records, ids and pairs, is no longer than the cap allows, and is the same when it is copied again', async () => {
    await fc.assert(
      fc.asyncProperty(talks, fc.integer({ min: 0, max: 300 }), async (records, cap) => {
        const once = await copyTail(records, cap, none);
        assert.deepEqual(
          once.records.map(({ id, kind }) => ({ id, kind })),
          records.map(({ id, kind }) => ({ id, kind })),
        );
        assert.deepEqual(
          toolPairs(once.records).map(({ call, result }) => [call.id, result?.id]),
          toolPairs(records).map(({ call, result }) => [call.id, result?.id]),
        );
        const skills = new Set(
          records.flatMap((record) =>
            record.kind === 'tool-call' && record.name === 'Skill' ? [record.callId] : [],
          ),
        );
        for (const record of once.records) {
          if (record.kind === 'tool-result' && !skills.has(record.callId))
            assert.ok(visibleLength(record) <= cap + 80);
        }
        assert.deepEqual(await copyTail(once.records, cap, none), {
          records: once.records,
          shortenedOutputs: 0,
          truncated: false,
        });
      }),
      { numRuns: 500 },
    );
  });
});
