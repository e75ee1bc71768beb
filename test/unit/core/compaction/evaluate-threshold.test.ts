import assert from 'node:assert/strict';
import { initialAutoState } from '../../../../src/core/compaction/auto-state.ts';
import type { StartFacts } from '../../../../src/core/compaction/eligibility.ts';
import {
  evaluateThreshold,
  type ThresholdQuestion,
} from '../../../../src/core/compaction/evaluate-threshold.ts';
import type { ModelPolicy } from '../../../../src/core/models/policy.ts';
import { RunningCount } from '../../../../src/core/tokens/running-count.ts';
import { conversation } from '../../../support/conversation.ts';
import { measured, policyOf } from '../../../support/policies.ts';
import { TelemetryLog } from '../../../support/telemetry-log.ts';

const target = policyOf(200_000);
const summary = policyOf(128_000, { model: 'small' });
const facts: StartFacts = {
  autoEnabled: true,
  switchedOff: false,
  inFlight: false,
  writable: true,
  persisted: true,
  onActiveSegment: true,
  damagedLines: 0,
  agentOwnsHistory: false,
};

/** A count of 400 characters behind which so many tokens were measured. */
function counted(tokens: number): RunningCount {
  const count = new RunningCount(conversation().user('x'.repeat(400)).records(), 1844);
  count.setBaseline(measured(tokens));
  return count;
}

function evaluate(tokens: number, changes: Partial<ThresholdQuestion<ModelPolicy>> = {}) {
  const log = new TelemetryLog();
  const count = counted(tokens);
  const result = evaluateThreshold(
    {
      ...{ gate: 'pre-send', requestId: 'request-2', target, summary },
      ...{ estimate: count.estimate(), count, auto: initialAutoState, facts: () => facts },
      ...changes,
    },
    log,
  );
  return { result, event: log.only('compaction-threshold-evaluated') };
}

const figures = {
  ratio: 0.8,
  winningThreshold: 86_400,
  target: {
    ...{ model: 'local/model', window: 200_000, provenance: 'model-metadata' },
    ...{ reserve: 20_000, usable: 180_000, threshold: 144_000 },
  },
  summary: {
    ...{ model: 'local/small', window: 128_000, provenance: 'model-metadata' },
    ...{ reserve: 20_000, usable: 108_000, threshold: 86_400 },
  },
};

const inputs = {
  requestId: 'request-2',
  baselineRequestId: 'request-1',
  providerContextModel: 'local/model',
  providerContextWindow: 10_000_000,
  providerContextStatus: 'valid',
  cumulativeUsage: null,
  cumulativeUsageTokens: null,
  chosenSource: 'provider-context',
  targetModel: 'local/model',
  modelContextWindow: 200_000,
  threshold: 86_400,
  baselineMarkerPosition: 1,
  transcriptCharacters: 400,
};

describe('behaviours 16.2, 16.4, 16.5: every evaluation is recorded with all that it was made from', () => {
  it('records every field below the threshold too', () => {
    assert.deepEqual(evaluate(1000).event, {
      event: 'compaction-threshold-evaluated',
      gate: 'pre-send',
      estimate: 1000,
      estimateSource: 'provider-context',
      targetThreshold: 144_000,
      summaryThreshold: 86_400,
      admitted: false,
      targetPressure: false,
      decision: 'send',
      ineligibleReason: null,
      ...inputs,
      providerContextUsage: { input: 1000 },
      providerContextTokens: 1000,
      chosenActiveContextTokens: 1000,
      ...figures,
    });
  });

  it('records an admission without target pressure', () => {
    const { event } = evaluate(86_400);
    assert.deepEqual([event.admitted, event.targetPressure, event.decision], [true, false, 'compact']);
  });

  it('records target pressure and the reason why a conversation is not eligible', () => {
    const { event } = evaluate(150_000, { facts: () => ({ ...facts, writable: false }) });
    assert.deepEqual([event.admitted, event.targetPressure], [true, true]);
    assert.deepEqual([event.decision, event.ineligibleReason], ['send-uncompacted', 'read-only']);
  });

  it('records a request that is held back because nothing came since the last commit', () => {
    const { event } = evaluate(150_000, { auto: { ...initialAutoState, untouchedSinceCommit: true } });
    assert.deepEqual([event.decision, event.ineligibleReason], ['block', null]);
  });

  it('keeps the estimate of a realised request apart from the baseline', () => {
    const estimate = { tokens: 90_000, source: 'fresh-estimate' } as const;
    const { event } = evaluate(70_000, { gate: 'continuation', estimate });
    assert.deepEqual(
      [event.gate, event.estimate, event.estimateSource],
      ['continuation', 90_000, 'fresh-estimate'],
    );
    assert.deepEqual([event.chosenActiveContextTokens, event.chosenSource], [70_000, 'provider-context']);
  });

  it('records a diagnosis, which waits for no request', () => {
    const { event } = evaluate(1000, { gate: 'diagnosis', requestId: null });
    assert.deepEqual(
      [event.gate, event.requestId, event.baselineRequestId],
      ['diagnosis', null, 'request-1'],
    );
  });
});

describe('evaluateThreshold', () => {
  it('answers with the decision, its policies and what was measured', () => {
    const { result } = evaluate(150_000);
    assert.deepEqual(result.decision, { decision: 'compact' });
    assert.equal(result.admission.summary, summary);
    assert.equal(result.admission.targetPressure, true);
    assert.equal(result.measured.baseline?.requestId, 'request-1');
    assert.equal(result.measured.marker, 1);
  });

  it('asks for no fact below the threshold', () => {
    const unasked = (): never => {
      throw new Error('A fact was asked for');
    };
    assert.deepEqual(evaluate(1000, { facts: unasked }).result.decision, { decision: 'send' });
  });
});
