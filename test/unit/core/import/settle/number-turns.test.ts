import assert from 'node:assert/strict';
import { arrange } from '../../../../../src/core/import/settle/arrange.ts';
import { createCallIds } from '../../../../../src/core/import/settle/call-ids.ts';
import { numberTurns } from '../../../../../src/core/import/settle/number-turns.ts';
import type { Draft, UserDraft } from '../../../../../src/core/import/draft.ts';
import { run } from '../../../../support/transcripts/steps.ts';

const user = (origin?: UserDraft['origin']): Draft => ({ kind: 'user', content: [], origin, line: 0 });
const mark: Draft = { kind: 'user', content: [], origin: 'host', opensTurn: false, line: 0 };
const answer: Draft = { kind: 'assistant', content: [], line: 0 };
const call: Draft = { kind: 'tool-call', sourceId: 'a', name: 'read', input: {}, line: 0 };
const result: Draft = { kind: 'tool-result', sourceId: 'a', content: [], line: 0 };
const aborted: Draft = { kind: 'settled', outcome: 'cancelled', line: 0 };
const compaction: Draft = { kind: 'compaction', summary: 'so far', line: 0 };
const hidden: Draft = { kind: 'foreign', raw: '', line: 0 };

/** `2 user` for a user draft of turn 2; ends carry their outcome. */
function numbered(...drafts: readonly Draft[]): readonly string[] {
  const arranged = run(arrange(drafts, createCallIds())).drafts;
  return run(numberTurns(arranged)).drafts.map(({ turn, draft }) =>
    draft.kind === 'turn-end' ? `${turn} end ${draft.outcome}` : `${turn} ${draft.kind}`,
  );
}

describe('behaviour 5.1: turns of an import', () => {
  it('begin with the first user text after an answer', () => {
    assert.deepEqual(numbered(user(), answer, user(), answer), [
      '1 user',
      '1 assistant',
      '1 end imported',
      '2 user',
      '2 assistant',
      '2 end imported',
    ]);
  });

  it('take several user texts in a row as one request', () => {
    assert.deepEqual(numbered(user('host'), user(), answer), [
      '1 user',
      '1 user',
      '1 assistant',
      '1 end imported',
    ]);
  });

  it('do not begin at tool results between two answers', () => {
    const turns = numbered(user(), answer, call, result, answer).map((word) => word.charAt(0));
    assert.deepEqual(new Set(turns), new Set(['1']));
  });

  it('do not begin at a host text while the assistant is at work', () => {
    assert.deepEqual(numbered(user(), call, result, user('host'), answer).at(-1), '1 end imported');
  });

  it('begin at a host text after a finished answer', () => {
    assert.deepEqual(numbered(user(), answer, user('host'), answer).at(-1), '2 end imported');
  });

  it('never begin at steering (design 14.5)', () => {
    assert.deepEqual(numbered(user(), call, result, user('steering'), answer).at(-1), '1 end imported');
  });

  it('begin at a user text after an end without an answer', () => {
    assert.deepEqual(numbered(user(), aborted, user(), answer), [
      '1 user',
      '1 settled',
      '1 end cancelled',
      '2 user',
      '2 assistant',
      '2 end imported',
    ]);
  });

  it('keep what comes after an abort, and the mark of it, with the turn it belongs to', () => {
    assert.deepEqual(numbered(user(), answer, mark, aborted, call, result, user(), answer), [
      '1 user',
      '1 assistant',
      '1 user',
      '1 settled',
      '1 tool-call',
      '1 tool-result',
      '1 end cancelled',
      '2 user',
      '2 assistant',
      '2 end imported',
    ]);
  });

  it('are one where the assistant speaks first', () => {
    assert.deepEqual(numbered(answer, user(), answer), [
      '1 assistant',
      '1 end imported',
      '2 user',
      '2 assistant',
      '2 end imported',
    ]);
  });

  it('are none where nothing is visible', () => {
    const { drafts, turns } = run(numberTurns([hidden as never]));
    assert.equal(turns, 0);
    assert.deepEqual(
      drafts.map(({ turn }) => turn),
      [1],
    );
  });

  it('go on over a compaction in the middle', () => {
    assert.deepEqual(numbered(user(), call, result, compaction, answer), [
      '1 user',
      '1 tool-call',
      '1 tool-result',
      '1 compaction',
      '1 assistant',
      '1 end imported',
    ]);
  });

  it('end before a compaction that came after their end', () => {
    const settled: Draft = { kind: 'settled', outcome: 'imported', line: 0 };
    assert.deepEqual(numbered(user(), answer, settled, compaction, user('host')), [
      '1 user',
      '1 assistant',
      '1 settled',
      '1 end imported',
      '1 compaction',
      '2 user',
      '2 end imported',
    ]);
  });

  it('are taken back from the oldest one named, and numbers go on', () => {
    const rollback: Draft = { kind: 'rollback', turns: 1, line: 0 };
    const { drafts } = run(
      numberTurns(run(arrange([user(), answer, user(), answer, rollback, user()], createCallIds())).drafts),
    );
    const back = drafts.find(({ draft }) => draft.kind === 'taken-back');
    assert.equal(back?.draft.kind === 'taken-back' && back.draft.fromTurn, 2);
    assert.equal(drafts.at(-1)?.turn, 3);
  });
});
