import assert from 'node:assert/strict';
import type { EditReview } from '../../../src/core/tools/person.ts';
import { WaitingPerson } from '../../../src/host/session/waiting-person.ts';
import { aborted, never } from '../../support/expect.ts';

interface Asked {
  readonly person: WaitingPerson;
  /** All that was shown, in order. */
  readonly shown: readonly string[];
}

function asked(): Asked {
  const shown: string[] = [];
  const person = new WaitingPerson({
    ask: (callId, ask) => shown.push(`ask ${callId} ${ask.kind}${ask.kind === 'edit' ? ` ${ask.path}` : ''}`),
    decided: (callId, decision) => shown.push(`decided ${callId} ${decision ?? 'nothing'}`),
    reviewing: ({ callId }, state) => shown.push(`review ${callId} ${state}`),
    shown: (path) => path.replace('/home/me/', ''),
    waiting: (count) => shown.push(`waiting ${count}`),
  });
  return { person, shown };
}

const command = { callId: 'call-1', what: 'command', subject: 'npm test', rule: undefined } as const;
const review: EditReview = {
  ...{ callId: 'call-2', path: '/home/me/a.txt', isNew: false, rule: undefined },
  ...{ before: 'one\n', after: 'two\n' },
};

describe('the person who is asked', () => {
  it('is shown a question until they answer it', async () => {
    const { person, shown } = asked();
    const answer = person.permit(command, never);
    assert.equal(person.answerPermission('call-1', { answer: 'always' }), true);
    assert.deepEqual(await answer, { answer: 'always' });
    assert.deepEqual(shown, ['ask call-1 permission', 'waiting 1', 'decided call-1 always', 'waiting 0']);
  });

  it('sees every character of what they allow, also those that hide', async () => {
    const subjects: string[] = [];
    const nothing = (): void => undefined;
    const person = new WaitingPerson({
      ask: (_callId, ask) => subjects.push(ask.kind === 'permission' ? ask.subject : ''),
      ...{ decided: nothing, reviewing: nothing, shown: (path) => path, waiting: nothing },
    });
    const answer = person.permit({ ...command, subject: 'npm test \u202e# x' }, never);
    person.answerPermission('call-1', { answer: 'deny', why: undefined });
    await answer;
    assert.deepEqual(subjects, ['npm test ⟨U+202E⟩# x']);
  });

  it('looks at an edit under a name they know, and may have changed it', async () => {
    const { person, shown } = asked();
    const answer = person.review(review, never);
    assert.equal(person.reviewOf('call-2'), review);
    person.answerEdit('call-2', { answer: 'accept', content: 'three\n' });
    assert.deepEqual(await answer, { answer: 'accept', content: 'three\n' });
    assert.deepEqual(shown, [
      'ask call-2 edit a.txt',
      'review call-2 open',
      'waiting 1',
      'decided call-2 accepted',
      'waiting 0',
      'review call-2 over',
    ]);
  });

  it('rejects with a reason', async () => {
    const { person } = asked();
    const answer = person.review(review, never);
    person.answerEdit('call-2', { answer: 'reject', why: 'not this file' });
    assert.deepEqual(await answer, { answer: 'reject', why: 'not this file' });
  });

  it('says something', async () => {
    const { person } = asked();
    const answer = person.ask({ callId: 'call-3', question: 'Which?', options: ['a', 'b'] }, never);
    assert.equal(person.answerQuestion('call-3', 'b'), true);
    assert.deepEqual(await answer, { answer: 'said', text: 'b' });
  });

  it('is asked several things at once, each answered by itself', async () => {
    const { person } = asked();
    const first = person.permit(command, never);
    const second = person.permit({ ...command, callId: 'call-9' }, never);
    person.answerPermission('call-9', { answer: 'deny', why: undefined });
    person.answerPermission('call-1', { answer: 'allow' });
    assert.deepEqual([(await first).answer, (await second).answer], ['allow', 'deny']);
  });

  it('is not waited for any more once the turn stops', async () => {
    const { person, shown } = asked();
    const controller = new AbortController();
    const permitted = person.permit(command, controller.signal);
    const reviewed = person.review(review, controller.signal);
    controller.abort('user');
    assert.equal((await permitted).answer, 'deny');
    assert.equal((await reviewed).answer, 'reject');
    assert.equal((await person.ask({ callId: 'c', question: '?', options: [] }, aborted)).answer, 'nobody');
    assert.ok(shown.includes('decided call-1 nothing'));
    assert.equal(shown.filter((line) => line === 'waiting 0').length, 2);
    assert.equal(shown.at(-1), 'waiting 0');
  });

  it('answers too late, or another kind of question: nothing is taken', async () => {
    const { person } = asked();
    const answer = person.permit(command, never);
    assert.equal(person.answerEdit('call-1', { answer: 'reject', why: undefined }), false);
    assert.equal(person.answerQuestion('call-1', 'yes'), false);
    assert.equal(person.answerPermission('call-7', { answer: 'allow' }), false);
    person.answerPermission('call-1', { answer: 'allow' });
    await answer;
    assert.equal(person.answerPermission('call-1', { answer: 'deny', why: undefined }), false);
  });
});
