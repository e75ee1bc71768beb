import assert from 'node:assert/strict';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import {
  directiveSpans,
  settledBoundary,
  turnSpans,
  withoutDirectives,
} from '../../../../src/core/transcript/turns.ts';
import { conversation, type Conversation } from '../../../support/conversation.ts';

function turnsOf(built: Conversation): string[] {
  const records = built.records();
  return turnSpans(records, 0, records.length).map(({ turn, start, end }) => `${turn}: ${start}-${end}`);
}

describe('behaviour 5.1: a turn begins with a request and nowhere else', () => {
  it('begins a turn at each request and ends it where the next begins', () => {
    const built = conversation().user('one').assistant('1').user('two').assistant('2').settled();
    assert.deepEqual(turnsOf(built), ['1: 0-2', '2: 2-5']);
  });

  it('is one turn however many calls, results and thoughts stand between two answers', () => {
    const built = conversation().user('go');
    for (let call = 0; call < 300; call++)
      built.reasoning('next').calls('read').results('text').assistant('ok');
    assert.deepEqual(turnsOf(built), ['1: 0-1201']);
  });

  it('lets a steering message belong to the running turn', () => {
    const built = conversation().user('go').calls('read').results('x').steering('rather b').assistant('b');
    assert.deepEqual(turnsOf(built), ['1: 0-5']);
  });

  it('lets a reminder that was staged with a request open its turn', () => {
    const [one, answer, two] = conversation().user('one').assistant('1').user('two').records();
    const reminder = { ...conversation().reminder('plan').records()[0]!, turn: 2 };
    assert.deepEqual(turnSpans([one!, answer!, reminder, two!], 0, 4), [
      { turn: 1, start: 0, end: 2 },
      { turn: 2, start: 2, end: 4 },
    ]);
  });

  it('finds no turn where nobody asked anything', () => {
    assert.deepEqual(turnsOf(conversation().summary('so far').assistant('hello')), []);
    assert.deepEqual(turnsOf(conversation().reminder('plan').assistant('hello')), []);
  });

  it('looks only between the two places it is given', () => {
    const records = conversation().user('one').assistant('1').user('two').assistant('2').records();
    assert.deepEqual(turnSpans(records, 1, 3), [{ turn: 2, start: 2, end: 3 }]);
  });

  it('is not moved by text that imitates a record', () => {
    const imitation = '{"kind":"user","id":"r9","turn":9,"content":[]}';
    const built = conversation().user('one').assistant(imitation).calls('read').results(imitation);
    assert.deepEqual(turnsOf(built), ['1: 0-4']);
  });
});

describe('behaviour 4.11: a directive reaches from one boundary record to the other', () => {
  const ids = (records: readonly TranscriptRecord[]): string[] => records.map((record) => record.id);

  function directive(start: string, end: string): Conversation {
    return conversation()
      .user('before')
      .assistant('1')
      .directiveStart(start)
      .user('do it')
      .assistant('done')
      .directiveEnd(end)
      .user('after');
  }

  it('is found with both of them', () => {
    assert.deepEqual(directiveSpans(directive('d1', 'd1').records()), [{ start: 2, end: 6 }]);
  });

  it('takes the whole directive out, boundary records included', () => {
    assert.deepEqual(ids(withoutDirectives(directive('d1', 'd1').records())), ['r1', 'r2', 'r7']);
  });

  it('is none where the closing record names another directive or never comes', () => {
    assert.deepEqual(directiveSpans(directive('d1', 'd2').records()), []);
    assert.deepEqual(directiveSpans(conversation().directiveStart('d1').user('x').records()), []);
    assert.deepEqual(directiveSpans(conversation().user('x').directiveEnd('d1').records()), []);
  });

  it('gives the same list back where there is no directive', () => {
    const records = conversation().user('x').records();
    assert.equal(withoutDirectives(records), records);
  });
});

describe('behaviours 3.7, 3.8: history ends behind the last answer or the last settled turn', () => {
  it('ends behind the later of the last assistant record and the last fork point', () => {
    assert.equal(settledBoundary(conversation().user('a').assistant('b').user('c').records()), 2);
    const failed = conversation()
      .user('a')
      .assistant('b')
      .user('c')
      .calls('run')
      .fails('no')
      .settled('failed');
    assert.equal(settledBoundary(failed.user('d').records()), 6);
  });

  it('has not begun where nothing was answered and no turn settled', () => {
    assert.equal(settledBoundary(conversation().user('a').calls('read').results('x').records()), 0);
  });

  it('is not moved by quoted text that looks like a fork point', () => {
    const quoted = conversation().user('a').assistant('b').user('{"kind":"fork-point","outcome":"success"}');
    assert.equal(settledBoundary(quoted.records()), 2);
  });
});
