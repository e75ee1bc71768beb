import assert from 'node:assert/strict';
import { admit, decideAtGate, type Admission } from '../../../../src/core/compaction/admission.ts';
import { initialAutoState, type AutoState } from '../../../../src/core/compaction/auto-state.ts';
import type { StartFacts } from '../../../../src/core/compaction/eligibility.ts';
import { policyOf } from '../../../support/policies.ts';

const target = policyOf(200_000, { threshold: 100 });
const summary = policyOf(200_000, { threshold: 50, model: 'summariser' });
const eligible: StartFacts = {
  autoEnabled: true,
  switchedOff: false,
  inFlight: false,
  writable: true,
  persisted: true,
  onActiveSegment: true,
  damagedLines: 0,
  agentOwnsHistory: false,
};

function admission(tokens: number): Admission {
  return admit({ estimate: { tokens, source: 'fresh-estimate' }, target, summary });
}

describe('behaviour 1.7: an estimate that reaches the smaller threshold is admitted', () => {
  for (const [tokens, admitted, targetPressure] of [
    [49, false, false],
    [50, true, false],
    [99, true, false],
    [100, true, true],
  ] as const) {
    it(`at ${tokens} of 50 and 100: admitted ${admitted}, target pressure ${targetPressure}`, () => {
      const result = admission(tokens);
      assert.deepEqual([result.admitted, result.targetPressure], [admitted, targetPressure]);
      assert.equal(result.winningThreshold, 50);
    });
  }

  it('follows the target where its threshold is the smaller one', () => {
    const question = {
      estimate: { tokens: 50, source: 'fresh-estimate' },
      target: summary,
      summary: target,
    } as const;
    const result = admit(question);
    assert.deepEqual([result.admitted, result.targetPressure, result.winningThreshold], [true, true, 50]);
  });
});

describe('behaviour 1.8: an admission carries the policies it was decided with', () => {
  it('is the very target and summary policy, for the run to use as they are', () => {
    const result = admission(60);
    assert.equal(result.target, target);
    assert.equal(result.summary, summary);
  });
});

describe('behaviour 1.12: below the threshold eligibility is not looked at', () => {
  it('sends without asking for a single fact', () => {
    const unasked = (): never => {
      throw new Error('A fact was asked for');
    };
    assert.deepEqual(decideAtGate(admission(49), initialAutoState, unasked), { decision: 'send' });
    assert.throws(() => decideAtGate(admission(50), initialAutoState, unasked), /was asked for/);
  });
});

describe('decideAtGate', () => {
  const decide = (tokens: number, state: Partial<AutoState> = {}, facts: Partial<StartFacts> = {}) =>
    decideAtGate(admission(tokens), { ...initialAutoState, ...state }, () => ({ ...eligible, ...facts }));

  it('compacts an eligible conversation over its threshold', () => {
    assert.deepEqual(decide(50), { decision: 'compact' });
    assert.deepEqual(decide(100), { decision: 'compact' });
  });

  it('lets the request of an ineligible conversation go, and asks for the warning once', () => {
    const first = decide(100, {}, { writable: false });
    assert.deepEqual(first, { decision: 'send-uncompacted', reason: 'read-only', warn: true });
    const later = decide(100, { warned: true }, { writable: false });
    assert.deepEqual(later, { decision: 'send-uncompacted', reason: 'read-only', warn: false });
  });

  it('never starts a second run when nothing came since the last commit', () => {
    assert.deepEqual(decide(60, { untouchedSinceCommit: true }), { decision: 'send' });
    assert.deepEqual(decide(120, { untouchedSinceCommit: true }), {
      decision: 'block',
      estimate: 120,
      threshold: 100,
    });
  });
});
