import assert from 'node:assert/strict';
import {
  automaticRefusal,
  manualRefusal,
  type StartFacts,
  type StartRefusal,
} from '../../../../src/core/compaction/eligibility.ts';

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

/** Each rule with the fact that breaks it, in the order in which the rules are checked. */
const rules: readonly (readonly [StartRefusal, Partial<StartFacts>])[] = [
  ['auto-off', { autoEnabled: false }],
  ['switched-off', { switchedOff: true }],
  ['in-progress', { inFlight: true }],
  ['read-only', { writable: false }],
  ['not-on-disk', { persisted: false }],
  ['not-active-segment', { onActiveSegment: false }],
  ['agent-owns-history', { agentOwnsHistory: true }],
  ['damaged', { damagedLines: 1 }],
];

describe('behaviour 1.9: an automatic run starts only when nothing speaks against it', () => {
  it('may start when every fact is as it should be', () => {
    assert.equal(automaticRefusal(eligible), undefined);
  });

  for (const [reason, fact] of rules) {
    it(`may not start when ${JSON.stringify(fact)}: ${reason}`, () => {
      assert.equal(automaticRefusal({ ...eligible, ...fact }), reason);
    });
  }
});

describe('behaviour 1.10: the first reason in order is the one that is given', () => {
  rules.forEach(([reason], place) => {
    it(`is ${reason} when everything from there on is wrong too`, () => {
      const facts = rules.slice(place).reduce((all, [, fact]) => ({ ...all, ...fact }), eligible);
      assert.equal(automaticRefusal(facts), reason);
    });
  });
});

describe('behaviour 1.13: a manual run minds neither the setting nor the switch', () => {
  it('may start with automatic compaction off and switched off', () => {
    assert.equal(manualRefusal({ ...eligible, autoEnabled: false, switchedOff: true }), undefined);
  });

  for (const [reason, fact] of rules.slice(2)) {
    it(`still may not start when ${JSON.stringify(fact)}: ${reason}`, () => {
      assert.equal(manualRefusal({ ...eligible, ...fact }), reason);
    });
  }
});

describe('behaviours 1.14, 1.16: the reasons against a manual run have an order', () => {
  it('is a run in progress, then read-only, then another segment than the active one', () => {
    const wrong = { ...eligible, inFlight: true, writable: false, onActiveSegment: false };
    assert.equal(manualRefusal(wrong), 'in-progress');
    assert.equal(manualRefusal({ ...wrong, inFlight: false }), 'read-only');
    assert.equal(manualRefusal({ ...wrong, inFlight: false, writable: true }), 'not-active-segment');
  });
});
