import assert from 'node:assert/strict';
import { deriveAbort, isAborted, neverAborted, unlessAborted, whenAborted } from '../../../src/base/abort.ts';

function never(): Promise<string> {
  return new Promise(() => undefined);
}

describe('deriveAbort', () => {
  it('aborts with its parent, for the same reason', () => {
    const parent = new AbortController();
    const child = deriveAbort(parent.signal);
    parent.abort('user');
    assert.equal(child.signal.aborted, true);
    assert.equal(child.signal.reason, 'user');
  });

  it('is aborted from the start when its parent is', () => {
    assert.equal(deriveAbort(AbortSignal.abort('dispose')).signal.reason, 'dispose');
  });

  it('aborts by itself and leaves its parent alone', () => {
    const parent = new AbortController();
    const child = deriveAbort(parent.signal);
    child.abort('idle');
    assert.equal(child.signal.reason, 'idle');
    assert.equal(parent.signal.aborted, false);
  });

  it('keeps the first cause when a second follows', () => {
    const parent = new AbortController();
    const child = deriveAbort(parent.signal);
    child.abort('idle');
    parent.abort('user');
    assert.equal(child.signal.reason, 'idle');
  });

  it('no longer follows its parent once released', () => {
    const parent = new AbortController();
    const child = deriveAbort(parent.signal);
    child.release();
    parent.abort('user');
    assert.equal(child.signal.aborted, false);
  });
});

describe('whenAborted', () => {
  it('resolves when the signal aborts, and at once when it already is', async () => {
    const controller = new AbortController();
    const wait = whenAborted(controller.signal);
    controller.abort();
    await assert.doesNotReject(wait.aborted);
    await assert.doesNotReject(whenAborted(AbortSignal.abort()).aborted);
  });

  it('lets go of the signal when released', async () => {
    const controller = new AbortController();
    const wait = whenAborted(controller.signal);
    let resolved = false;
    void wait.aborted.then(() => (resolved = true));
    wait.release();
    controller.abort();
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(resolved, false);
  });
});

describe('unlessAborted', () => {
  it('gives the value when it comes first', async () => {
    assert.deepEqual(await unlessAborted(Promise.resolve('done'), neverAborted()), { value: 'done' });
  });

  it('gives undefined as soon as the signal aborts, whatever the promise does later', async () => {
    const controller = new AbortController();
    const waiting = unlessAborted(never(), controller.signal);
    controller.abort();
    assert.equal(await waiting, undefined);
  });

  it('passes a rejection on', async () => {
    await assert.rejects(unlessAborted(Promise.reject(new Error('broken')), neverAborted()), /broken/);
  });

  it('takes a rejection that comes after the abort, so that nothing is left unhandled', async () => {
    const controller = new AbortController();
    let reject: (reason: Error) => void = () => undefined;
    const late = new Promise<string>((_, no) => (reject = no));
    const waiting = unlessAborted(late, controller.signal);
    controller.abort();
    assert.equal(await waiting, undefined);
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    reject(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    assert.deepEqual(unhandled, []);
  });
});

describe('isAborted', () => {
  it('asks the signal anew each time', () => {
    const controller = new AbortController();
    assert.equal(isAborted(controller.signal), false);
    controller.abort();
    assert.equal(isAborted(controller.signal), true);
    assert.equal(isAborted(neverAborted()), false);
  });
});
