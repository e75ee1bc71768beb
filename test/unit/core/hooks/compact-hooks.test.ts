import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import {
  askPreCompact,
  noHooks,
  type CompactionHooks,
  type PreCompactDecision,
  type PreCompactPayload,
} from '../../../../src/core/hooks/compact-hooks.ts';
import { deferred } from '../../../support/deferred.ts';
import { aborted, never } from '../../../support/expect.ts';

const payload: PreCompactPayload = {
  hookEventName: 'PreCompact',
  ...{ sessionId: 's', transcriptPath: '/s', cwd: null, workspaceRoot: null, model: 'm', turnId: 1 },
  ...{ origin: '/root', trigger: 'manual', tokensBefore: 1, aggressive: false, instructions: null },
};

function answering(preCompact: CompactionHooks['preCompact']): CompactionHooks {
  return { ...noHooks, preCompact };
}

function ask(preCompact: CompactionHooks['preCompact'], signal = never) {
  return askPreCompact(answering(preCompact), payload, signal);
}

describe('behaviour 7.6: what PreCompact decides', () => {
  it('is to continue, with the handlers that gave a context and no others', async () => {
    const handlers = [
      { source: 'one', contexts: ['context'] },
      { source: 'two', contexts: [] },
      { source: 'three', contexts: [' \n', ''] },
      { source: 'four', reason: 'why', contexts: ['', 'more'] },
    ];
    assert.deepEqual(await ask(async () => ({ decision: 'continue', handlers })), {
      decision: 'continue',
      handlers: [handlers[0], handlers[3]],
    });
  });

  it('is to block with the reason given, or with one of our own when there is none', async () => {
    const block = (reason: string) => ask(async () => ({ decision: 'block', reason }));
    assert.deepEqual(await block('not now'), { decision: 'block', reason: 'not now' });
    assert.deepEqual(await block(''), { decision: 'block', reason: 'PreCompact hook stopped compaction' });
  });

  it('is to block when the runner rejects or throws: a broken hook must not be passed over', async () => {
    const error = new Error('exit status 3');
    const blocked = { decision: 'block', reason: 'PreCompact hook failed: exit status 3' };
    assert.deepEqual(await ask(() => Promise.reject(error)), blocked);
    const throwing = (): never => {
      throw error;
    };
    assert.deepEqual(await ask(throwing), blocked);
  });

  it('continues without handlers when there are no hooks at all', async () => {
    assert.deepEqual(await askPreCompact(noHooks, payload, never), { decision: 'continue', handlers: [] });
  });
});

describe('behaviour 7.14: PreCompact that is cancelled', () => {
  it('has no decision, also when the runner answers the abort with an error', async () => {
    const abort = new AbortController();
    const rejecting = (_: PreCompactPayload, signal: AbortSignal) =>
      new Promise<PreCompactDecision>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('killed')));
      });
    const asked = ask(rejecting, abort.signal);
    abort.abort('user');
    assert.equal(await asked, undefined);
  });

  it('has none when the signal aborted before, or while the answer was on its way', async () => {
    const answer: PreCompactDecision = { decision: 'block', reason: 'late' };
    assert.equal(await ask(async () => answer, aborted), undefined);
    const abort = new AbortController();
    const asked = ask(async () => {
      abort.abort('user');
      return answer;
    }, abort.signal);
    assert.equal(await asked, undefined);
  });

  it('leaves nobody waiting for an answer that comes later', async () => {
    const abort = new AbortController();
    const answer = deferred<PreCompactDecision>();
    const asked = ask(() => answer.promise, abort.signal);
    abort.abort('user');
    assert.equal(await asked, undefined);
    answer.reject(new Error('late'));
    await answer.promise.catch(() => undefined);
    assert.equal(getEventListeners(abort.signal, 'abort').length, 0);
  });
});
