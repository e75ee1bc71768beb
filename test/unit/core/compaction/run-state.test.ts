import assert from 'node:assert/strict';
import type { CompactionOutcome } from '../../../../src/core/compaction/outcome.ts';
import { RunState } from '../../../../src/core/compaction/run-state.ts';

const failure: CompactionOutcome = {
  outcome: 'failed',
  failure: { class: 'validation', message: 'no headings', attempts: 3 },
};

describe('RunState', () => {
  it('gives its one place to the first run until that run settles', () => {
    const state = new RunState();
    assert.equal(state.begin('run-1'), true);
    assert.equal(state.inFlight, true);
    assert.equal(state.begin('run-2'), false);
    state.settle('run-1', { outcome: 'cancelled' }, 'auto');
    assert.equal(state.inFlight, false);
    assert.equal(state.begin('run-2'), true);
  });

  it('counts a failure when its run settles', () => {
    const state = new RunState();
    state.begin('run-1');
    state.settle('run-1', failure, 'auto');
    assert.equal(state.auto.failuresInARow, 1);
  });

  it('ignores whatever a run that no longer has the place still says', () => {
    const state = new RunState();
    state.begin('run-1');
    state.settle('run-1', failure, 'auto');
    state.begin('run-2');
    state.committed('run-1');
    state.settle('run-1', failure, 'auto');
    assert.equal(state.inFlight, true);
    assert.deepEqual([state.auto.failuresInARow, state.auto.untouchedSinceCommit], [1, false]);
  });

  it('starts the failure count anew at the commit, before the run settles', () => {
    const state = new RunState();
    state.begin('run-1');
    state.settle('run-1', failure, 'auto');
    state.begin('run-2');
    state.committed('run-2');
    assert.deepEqual([state.auto.failuresInARow, state.auto.untouchedSinceCommit], [0, true]);
    state.grown();
    assert.equal(state.auto.untouchedSinceCommit, false);
  });

  it('remembers that the warning was given and that the switch was turned on again', () => {
    const state = new RunState();
    for (const run of ['run-1', 'run-2', 'run-3']) {
      state.begin(run);
      state.settle(run, failure, 'auto');
    }
    state.warned();
    assert.deepEqual([state.auto.switchedOff, state.auto.warned], [true, true]);
    state.turnOnAgain();
    assert.deepEqual([state.auto.switchedOff, state.auto.failuresInARow], [false, 0]);
  });
});
