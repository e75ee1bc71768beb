import assert from 'node:assert/strict';
import {
  estimateInputs,
  measurementOf,
  notMeasured,
} from '../../../../src/core/telemetry/estimate-inputs.ts';
import { recordBaseline } from '../../../../src/core/telemetry/record-baseline.ts';
import { noTelemetry } from '../../../../src/core/telemetry/recorder.ts';
import { RunningCount } from '../../../../src/core/tokens/running-count.ts';
import { conversation } from '../../../support/conversation.ts';
import { policyOf } from '../../../support/policies.ts';

const policies = { target: policyOf(200_000), summary: policyOf(128_000, { model: 'small' }) };
const count = new RunningCount(conversation().user('x'.repeat(400)).records(), 1844);
const nothingReported = {
  baselineRequestId: null,
  providerContextModel: null,
  providerContextWindow: null,
  providerContextUsage: null,
  providerContextTokens: null,
  providerContextStatus: null,
  cumulativeUsage: null,
  cumulativeUsageTokens: null,
  baselineMarkerPosition: null,
};

describe('behaviour 16.4: what an estimate was made from', () => {
  it('is the estimate itself and the size of the transcript where there is no baseline', () => {
    assert.deepEqual(estimateInputs(measurementOf(count, 'request-2'), count.estimate(), policies), {
      requestId: 'request-2',
      ...nothingReported,
      chosenActiveContextTokens: 100,
      chosenSource: 'fresh-estimate',
      targetModel: 'local/model',
      modelContextWindow: 200_000,
      threshold: 86_400,
      transcriptCharacters: 400,
    });
  });

  it('is the baseline with its report, beside an estimate of another kind', () => {
    const own = new RunningCount(conversation().user('x'.repeat(400)).records(), 1844);
    const settled = { requestId: 'request-1', policy: policies.target, usage: { input: 90, output: 10 } };
    recordBaseline({ ...settled, kind: 'chat', cumulative: { input: 500 }, count: own }, noTelemetry);
    const payload = { tokens: 170, source: 'fresh-estimate' } as const;
    assert.deepEqual(estimateInputs(measurementOf(own, 'request-2'), payload, policies), {
      requestId: 'request-2',
      baselineRequestId: 'request-1',
      providerContextModel: 'local/model',
      providerContextWindow: 200_000,
      providerContextUsage: { input: 90, output: 10 },
      providerContextTokens: 100,
      providerContextStatus: 'valid',
      cumulativeUsage: { input: 500 },
      cumulativeUsageTokens: 500,
      chosenActiveContextTokens: 100,
      chosenSource: 'provider-context',
      targetModel: 'local/model',
      modelContextWindow: 200_000,
      threshold: 86_400,
      baselineMarkerPosition: 1,
      transcriptCharacters: 400,
    });
  });

  it('names nothing where nothing was measured', () => {
    const inputs = estimateInputs(notMeasured, { tokens: 7, source: 'fresh-estimate' }, policies);
    assert.deepEqual([inputs.requestId, inputs.transcriptCharacters], [null, null]);
    assert.equal(inputs.chosenActiveContextTokens, 7);
  });
});
