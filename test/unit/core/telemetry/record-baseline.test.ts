import assert from 'node:assert/strict';
import { recordBaseline, type BaselineQuestion } from '../../../../src/core/telemetry/record-baseline.ts';
import { RunningCount } from '../../../../src/core/tokens/running-count.ts';
import { conversation } from '../../../support/conversation.ts';
import { policyOf } from '../../../support/policies.ts';
import { TelemetryLog } from '../../../support/telemetry-log.ts';

const policy = policyOf(258_000);
const usage = { input: 1000, cacheRead: 200, cacheWrite: 30, output: 4, raw: { text: 'never recorded' } };
const cumulative = { input: 9_000_000, output: 396_000 };

/** Fails the test when it is scanned. */
class Unscanned extends RunningCount {
  override fresh(): never {
    throw new Error('The transcript was estimated freshly');
  }
}

function transcript(): readonly [RunningCount, TelemetryLog] {
  const records = conversation().user('x'.repeat(300)).assistant('x'.repeat(100)).records();
  return [new RunningCount(records, 1844), new TelemetryLog()];
}

function question(count: RunningCount, changes: Partial<BaselineQuestion> = {}): BaselineQuestion {
  return { requestId: 'request-9', kind: 'chat', policy, usage, cumulative, count, ...changes };
}

describe('behaviours 2.5, 16.3: a settled request sets the baseline and records how it came about', () => {
  it('records exactly these fields for a report that can be used', () => {
    const [count, log] = transcript();
    recordBaseline(question(count), log);
    assert.deepEqual(log.events, [
      {
        event: 'token-baseline-recorded',
        requestId: 'request-9',
        model: 'local/model',
        providerContextUsage: { input: 1000, cacheRead: 200, cacheWrite: 30, output: 4 },
        cumulativeUsage: cumulative,
        providerContextTokens: 1234,
        cumulativeUsageTokens: 9_396_000,
        providerContextStatus: 'valid',
        freshVisiblePromptEstimate: null,
        chosenActiveContextTokens: 1234,
        chosenSource: 'provider-context',
        modelContextWindow: 258_000,
        baselineMarkerPosition: 2,
        inputTokens: 1230,
        outputTokens: 4,
      },
    ]);
    assert.deepEqual(count.estimate(), { tokens: 1234, source: 'provider-context' });
  });

  it('moves with the latest request, at a tool call as at the end of a turn', () => {
    const [count, log] = transcript();
    recordBaseline(question(count), log);
    for (const record of conversation().calls('read').results('x'.repeat(400)).records())
      count.append({ ...record, id: `later-${record.id}` });
    recordBaseline(question(count, { requestId: 'request-10', usage: { input: 2000 } }), log);
    assert.equal(count.baseline?.requestId, 'request-10');
    assert.equal(count.marker, 4);
    assert.deepEqual(count.estimate(), { tokens: 2000, source: 'provider-context' });
    assert.equal(log.events.length, 2);
  });

  it('falls back to a fresh estimate for a request that was cancelled or failed without a report', () => {
    const [count, log] = transcript();
    recordBaseline(question(count, { usage: null, cumulative: null }), log);
    const event = log.only('token-baseline-recorded');
    assert.equal(event.providerContextStatus, 'missing');
    assert.equal(event.freshVisiblePromptEstimate, 100);
    assert.equal(event.chosenActiveContextTokens, 100);
    assert.equal(event.chosenSource, 'fresh-estimate');
    assert.deepEqual([event.providerContextUsage, event.providerContextTokens], [null, null]);
    assert.deepEqual([event.cumulativeUsage, event.cumulativeUsageTokens], [null, null]);
    assert.deepEqual([event.inputTokens, event.outputTokens], [null, null]);
    assert.deepEqual(count.estimate(), { tokens: 100, source: 'fresh-estimate' });
  });

  it('shows an impossible report as it was said, without taking it', () => {
    const [count, log] = transcript();
    recordBaseline(question(count, { usage: { input: -5, output: 'many words' } }), log);
    const event = log.only('token-baseline-recorded');
    assert.deepEqual(event.providerContextUsage, { input: -5, output: null });
    assert.equal(event.chosenActiveContextTokens, 100);
  });

  it('keeps the count of a report above the window, with the reason why it was not taken', () => {
    const [count, log] = transcript();
    recordBaseline(question(count, { usage: { input: 300_000 } }), log);
    const event = log.only('token-baseline-recorded');
    assert.equal(event.providerContextStatus, 'over-window');
    assert.equal(event.providerContextTokens, 300_000);
    assert.equal(event.chosenActiveContextTokens, 100);
  });
});

describe('behaviours 2.9, 2.10: only a report that cannot be used costs a fresh estimate', () => {
  it('scans nothing for a valid report, whatever the cumulative usage says', () => {
    const count = new Unscanned(conversation().user('x'.repeat(400)).records(), 1844);
    const baseline = recordBaseline(question(count), new TelemetryLog());
    assert.equal(baseline?.tokens, 1234);
    assert.throws(() => recordBaseline(question(count, { usage: null }), new TelemetryLog()), /freshly/);
  });
});

describe('behaviour 2.13: a summary request never sets the baseline', () => {
  it('changes nothing and records nothing', () => {
    const [count, log] = transcript();
    assert.equal(recordBaseline(question(count, { kind: 'context-summary' }), log), undefined);
    assert.equal(count.baseline, undefined);
    assert.deepEqual(log.events, []);
  });

  it('leaves the baseline of an earlier request in force', () => {
    const [count, log] = transcript();
    recordBaseline(question(count), log);
    recordBaseline(question(count, { kind: 'context-summary', usage: { input: 5 } }), log);
    assert.equal(count.estimate().tokens, 1234);
  });
});
