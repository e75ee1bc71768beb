// The active segment divided into earlier summary, body, tail and batch.

import assert from 'node:assert/strict';
import { selectHistory, type Selection } from '../../../../src/core/compaction/selection.ts';
import type { TailLimits } from '../../../../src/core/compaction/tail.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { conversation, type Conversation } from '../../../support/conversation.ts';

const two: TailLimits = { turns: 2, characters: 1_000_000 };
const one: TailLimits = { ...two, turns: 1 };

const ids = (records: readonly TranscriptRecord[]): readonly string[] => records.map((record) => record.id);

function select(talk: Conversation, tail: TailLimits | null, pendingFrom?: string): Selection {
  return selectHistory({ records: talk.records(), tail, pendingFrom });
}

/** Body, tail and batch as ids. */
function parts(
  talk: Conversation,
  tail: TailLimits | null,
  pendingFrom?: string,
): readonly (readonly string[])[] {
  const { body, tail: kept, batch } = select(talk, tail, pendingFrom);
  return [ids(body), ids(kept), ids(batch)];
}

describe('behaviour 5.6: a lone turn that fits', () => {
  it('is the tail, and the body is empty', () => {
    assert.deepEqual(parts(conversation().user('one').assistant('ok'), two), [[], ['r1', 'r2'], []]);
  });
});

describe('behaviour 5.7: an aggressive run', () => {
  it('keeps no tail at all', () => {
    const selection = select(conversation().user('one').assistant('ok').user('two').assistant('ok'), null);
    assert.deepEqual(ids(selection.body), ['r1', 'r2', 'r3', 'r4']);
    assert.deepEqual([selection.tail, selection.cut, selection.turns], [[], null, { total: 2, kept: 0 }]);
  });
});

describe('behaviour 5.9: the body begins behind the leading summary', () => {
  it('and behind the audit beside it, so an old summary is never summarised as history', () => {
    const talk = conversation()
      .summary('Earlier.')
      .add({ kind: 'hook-audit', event: 'PreCompact', handlers: [] })
      .user('one')
      .assistant('ok')
      .user('two')
      .assistant('ok');
    const selection = select(talk, one);
    assert.equal(selection.previousSummary?.id, 'r1');
    assert.deepEqual(ids(selection.body), ['r3', 'r4']);
  });

  it('or at the first record when there is none', () => {
    const selection = select(conversation().user('one').assistant('ok').user('two').assistant('ok'), one);
    assert.equal(selection.previousSummary, null);
    assert.deepEqual(ids(selection.body), ['r1', 'r2']);
  });

  it('and takes no summary for the leading one that is quoted or stands later', () => {
    const talk = conversation().user('## Scope\nquoted').assistant('ok').summary('Later.').assistant('ok');
    const selection = select(talk, null);
    assert.equal(selection.previousSummary, null);
    assert.deepEqual(ids(selection.body), ['r1', 'r2', 'r3', 'r4']);
  });
});

describe('behaviour 5.10: history ends where the pending part begins', () => {
  it('at the batch that is named, which is never split and never summarised', () => {
    const talk = conversation()
      .user('one')
      .assistant('ok')
      .user('two')
      .calls('A')
      .results('x')
      .calls('B')
      .calls('C')
      .results('y', 'z');
    assert.deepEqual(parts(talk, null, 'r6'), [['r1', 'r2', 'r3', 'r4', 'r5'], [], ['r6', 'r7', 'r8', 'r9']]);
    assert.equal(select(talk, null, 'r6').cut, 'r6');
  });

  it('else behind the last answer or fork point, whichever is later', () => {
    const answered = conversation().user('one').assistant('ok').user('pending');
    assert.deepEqual(parts(answered, null), [['r1', 'r2'], [], ['r3']]);
    const failed = conversation()
      .user('one')
      .assistant('ok')
      .user('two')
      .calls('A')
      .fails('x')
      .settled('failed')
      .user('pending');
    assert.deepEqual(parts(failed, null), [['r1', 'r2', 'r3', 'r4', 'r5', 'r6'], [], ['r7']]);
  });

  it('but before the whole batch when prose between its calls would part one from its result', () => {
    const talk = conversation()
      .user('one')
      .calls('A')
      .results('w')
      .reasoning('both')
      .calls('B')
      .assistant('and another')
      .calls('C')
      .results('x', 'y');
    assert.deepEqual(parts(talk, null), [['r1', 'r2', 'r3'], [], ['r4', 'r5', 'r6', 'r7', 'r8', 'r9']]);
  });

  it('and behind a fork point even when a result comes after it', () => {
    const talk = conversation().user('one').calls('A').settled('interrupted').results('late');
    assert.deepEqual(parts(talk, null), [['r1', 'r2', 'r3'], [], ['r4']]);
  });

  it('but never inside of a directive whose end stands right behind its last answer (behaviour 12.7)', () => {
    const talk = conversation()
      .directiveStart('d')
      .user('one')
      .assistant('ok')
      .directiveEnd('d')
      .user('pending');
    assert.deepEqual(parts(talk, null), [['r1', 'r2', 'r3', 'r4'], [], ['r5']]);
  });

  it('as before when the named record is not there', () => {
    assert.deepEqual(parts(conversation().user('one').assistant('ok').user('p'), null, 'gone'), [
      ['r1', 'r2'],
      [],
      ['r3'],
    ]);
  });

  it('and leaves an empty body when nothing was ever answered', () => {
    assert.deepEqual(parts(conversation().user('one'), two), [[], [], ['r1']]);
  });

  it('keeps steering of the running turn with the records it stands among', () => {
    const talk = conversation().user('one').calls('A').results('x').steering('also').calls('B');
    assert.deepEqual(parts(talk, null, 'r5'), [['r1', 'r2', 'r3', 'r4'], [], ['r5']]);
  });

  it('cuts at the first record that moves on', () => {
    const talk = conversation().user('one').assistant('ok').user('two').assistant('ok').user('pending');
    assert.equal(select(talk, one).cut, 'r3');
    assert.equal(select(talk, null).cut, 'r5');
  });
});

describe('behaviour 5.11: the number of turns that stay', () => {
  it('counts turn starts in the tail, with the total beside it', () => {
    const talk = conversation().user('1').assistant('ok').user('2').assistant('ok').user('3').assistant('ok');
    assert.deepEqual(select(talk, two).turns, { total: 3, kept: 2 });
    assert.deepEqual(select(talk, null).turns, { total: 3, kept: 0 });
  });

  it('counts neither the pending turn nor steering', () => {
    const talk = conversation()
      .user('1')
      .assistant('ok')
      .user('2')
      .steering('more')
      .assistant('ok')
      .user('pending');
    assert.deepEqual(select(talk, two).turns, { total: 2, kept: 2 });
  });
});

describe('behaviour 5.15: the number is that of the tail that is really kept', () => {
  it('also where an anchor of the target stands before its first turn', () => {
    const talk = conversation()
      .task('Explore.', '/root/x')
      .user('1')
      .assistant('ok')
      .user('2')
      .assistant('ok');
    const { tail, turns } = select(talk, one);
    assert.equal(turns.kept, tail.filter((record) => record.kind === 'user').length);
    assert.deepEqual(turns, { total: 2, kept: 1 });
  });
});

describe('superseded records', () => {
  const talk = (): Conversation =>
    conversation()
      .user('1')
      .assistant('ok')
      .user('wrong')
      .assistant('ok')
      .add({ kind: 'superseded', from: 'r3' })
      .user('right')
      .assistant('ok');

  it('belong to neither body nor tail, nor is the record that replaced them there', () => {
    assert.deepEqual(parts(talk(), one), [['r1', 'r2'], ['r6', 'r7'], []]);
  });

  it('do not count as turns', () => {
    assert.deepEqual(select(talk(), two).turns, { total: 2, kept: 2 });
  });
});

it('an empty segment has no history', () => {
  assert.deepEqual(select(conversation(), two), {
    previousSummary: null,
    body: [],
    tail: [],
    batch: [],
    cut: null,
    turns: { total: 0, kept: 0 },
  });
});
