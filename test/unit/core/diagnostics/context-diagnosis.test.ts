import assert from 'node:assert/strict';
import { initialAutoState } from '../../../../src/core/compaction/auto-state.ts';
import { evaluateThreshold } from '../../../../src/core/compaction/evaluate-threshold.ts';
import { diagnoseContext } from '../../../../src/core/diagnostics/context-diagnosis.ts';
import { RunningCount } from '../../../../src/core/tokens/running-count.ts';
import { policyOf } from '../../../support/policies.ts';
import { TelemetryLog } from '../../../support/telemetry-log.ts';

const [target, summary] = [policyOf(200_000), policyOf(128_000, { model: 'small' })];
const facts = {
  ...{ autoEnabled: true, switchedOff: false, inFlight: false, writable: true, persisted: true },
  ...{ onActiveSegment: true, damagedLines: 0, agentOwnsHistory: false },
};

describe('behaviour 16.5: the diagnosis of a context', () => {
  for (const [tokens, decision] of [
    [86_399, 'send'],
    [86_400, 'compact'],
    [144_000, 'compact'],
  ] as const) {
    it(`says of ${tokens} tokens what a gate would say and its event would tell`, () => {
      const estimate = { tokens, source: 'provider-context' } as const;
      const diagnosis = diagnoseContext({ estimate, target, summary, facts });
      const log = new TelemetryLog();
      const gate = evaluateThreshold(
        {
          ...{ gate: 'pre-send', requestId: null, estimate, target, summary },
          ...{ count: new RunningCount([], 1844), auto: initialAutoState, facts: () => facts },
        },
        log,
      );
      const event = log.only('compaction-threshold-evaluated');
      const { ratio, winningThreshold, targetPressure } = event;
      assert.deepEqual(diagnosis, {
        ...{ ratio, winningThreshold, targetPressure, target: event.target, summary: event.summary },
        ...{ estimate, decision: gate.decision },
      });
      assert.equal(diagnosis.decision.decision, decision);
    });
  }

  it('says why a session over its threshold would not be compacted', () => {
    const estimate = { tokens: 100_000, source: 'fresh-estimate' } as const;
    const damaged = { ...facts, damagedLines: 2 };
    assert.deepEqual(diagnoseContext({ estimate, target, summary, facts: damaged }).decision, {
      decision: 'send-uncompacted',
      reason: 'damaged',
      warn: true,
    });
  });
});
