import assert from 'node:assert/strict';
import type { Pace } from '../../../src/base/pace.ts';
import { runSteps, type Steps } from '../../../src/base/steps.ts';
import { never } from '../../support/expect.ts';

/** Three steps and then their number; `seen` is told of each. */
function* threeSteps(seen: (step: number) => void = () => undefined): Steps<number> {
  for (let step = 1; step <= 3; step++) {
    seen(step);
    yield;
  }
  return 3;
}

describe('running steps', () => {
  it('gives what they return, and asks for a breath after each', async () => {
    let asked = 0;
    const pace: Pace = { breathe: () => (asked++ === 1 ? Promise.resolve() : undefined) };
    assert.equal(await runSteps(threeSteps(), pace, never), 3);
    assert.equal(asked, 3);
  });

  it('stops at the step in which the signal aborts, and gives nothing', async () => {
    const abort = new AbortController();
    const steps: number[] = [];
    const work = threeSteps((step) => {
      steps.push(step);
      if (step === 2) abort.abort('user');
    });
    assert.equal(await runSteps(work, { breathe: () => undefined }, abort.signal), undefined);
    assert.deepEqual(steps, [1, 2]);
  });

  it('takes no step when the signal has aborted before', async () => {
    const work = threeSteps(() => assert.fail('a step was taken'));
    assert.equal(await runSteps(work, { breathe: () => undefined }, AbortSignal.abort('user')), undefined);
  });
});
