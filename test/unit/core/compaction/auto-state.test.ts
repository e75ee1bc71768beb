import assert from 'node:assert/strict';
import {
  afterCommitted,
  afterGrowth,
  afterRun,
  initialAutoState,
  turnedOnAgain,
  type AutoState,
} from '../../../../src/core/compaction/auto-state.ts';
import type { CompactionOutcome, RunFailure } from '../../../../src/core/compaction/outcome.ts';

function failed(failure: RunFailure): CompactionOutcome {
  return { outcome: 'failed', failure };
}

const validation = failed({ class: 'validation', message: 'no headings', attempts: 3 });
const counting: readonly CompactionOutcome[] = [
  validation,
  failed({ class: 'provider', message: 'down', failure: { kind: 'cancelled' }, attempts: 3 }),
  failed({ class: 'apply', failure: { kind: 'cancelled' } }),
];
const notCounting: readonly CompactionOutcome[] = [
  failed({ class: 'size', estimate: 2, usable: 1 }),
  failed({ class: 'irreducible', tokens: 2, threshold: 1 }),
  { outcome: 'cancelled' },
  { outcome: 'skipped' },
  { outcome: 'blocked', by: 'hook', reason: 'no' },
  { outcome: 'blocked', by: 'history', reason: 'nothing to summarise' },
  { outcome: 'refused', refusal: { kind: 'too-little-content' } },
];

function afterRuns(
  runs: readonly ['manual' | 'auto', CompactionOutcome][],
  from = initialAutoState,
): AutoState {
  return runs.reduce((state, [trigger, outcome]) => afterRun(state, outcome, trigger), from);
}

describe('behaviour 7.9: every failure but size and irreducible counts, and success starts anew', () => {
  it('counts failures of provider, validation and application', () => {
    for (const outcome of counting)
      assert.equal(afterRun(initialAutoState, outcome, 'auto').failuresInARow, 1);
  });

  it('changes nothing for any other end', () => {
    for (const outcome of notCounting)
      assert.equal(afterRun(initialAutoState, outcome, 'auto'), initialAutoState);
  });

  it('is 0 again after a commit', () => {
    const state = afterRuns([
      ['auto', validation],
      ['manual', validation],
    ]);
    assert.equal(state.failuresInARow, 2);
    assert.equal(afterCommitted(state).failuresInARow, 0);
  });
});

describe('behaviour 7.10: the third failure in a row switches automatic compaction off', () => {
  it('stays on after two and is off after three automatic ones', () => {
    const two = afterRuns([
      ['auto', validation],
      ['auto', validation],
    ]);
    assert.equal(two.switchedOff, false);
    assert.equal(afterRun(two, validation, 'auto').switchedOff, true);
  });

  it('counts manual failures, which do not switch off by themselves', () => {
    const three = afterRuns([
      ['manual', validation],
      ['manual', validation],
      ['manual', validation],
    ]);
    assert.deepEqual([three.failuresInARow, three.switchedOff], [3, false]);
    assert.equal(afterRun(three, validation, 'auto').switchedOff, true);
  });

  it('is not brought nearer by an end that does not count in between', () => {
    const state = afterRuns([
      ['auto', validation],
      ['auto', { outcome: 'cancelled' }],
      ['auto', validation],
    ]);
    assert.equal(state.switchedOff, false);
  });
});

describe('automatic compaction that was switched off', () => {
  const off: AutoState = { ...initialAutoState, failuresInARow: 3, switchedOff: true };

  it('stays off after a successful manual run, which only resets the count', () => {
    const { failuresInARow, switchedOff } = afterCommitted(off);
    assert.deepEqual([failuresInARow, switchedOff], [0, true]);
  });

  it('is on again when the person turns it on', () => {
    const { failuresInARow, switchedOff } = turnedOnAgain(off);
    assert.deepEqual([failuresInARow, switchedOff], [0, false]);
  });
});

describe('afterGrowth', () => {
  it('lets the next automatic run start once something came after a commit', () => {
    const committed = afterCommitted(initialAutoState);
    assert.equal(committed.untouchedSinceCommit, true);
    assert.equal(afterGrowth(committed).untouchedSinceCommit, false);
  });

  it('changes nothing before a commit', () => {
    assert.equal(afterGrowth(initialAutoState), initialAutoState);
  });
});
