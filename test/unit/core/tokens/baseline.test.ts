import assert from 'node:assert/strict';
import { decideBaseline, type Baseline } from '../../../../src/core/tokens/baseline.ts';
import { policyOf } from '../../../support/policies.ts';

const policy = policyOf(258_000);

function decide(usage: unknown, fresh: () => number = () => 77): Baseline {
  return decideBaseline({ requestId: 'request-7', policy, usage, cumulative: { input: 9_396_000 } }, fresh);
}

function unasked(): never {
  throw new Error('A fresh estimate was asked for');
}

describe('behaviour 2.8: a valid report is the baseline, any other gives way to a fresh estimate', () => {
  it('takes the count of the provider, output included', () => {
    const { tokens, source, requestId } = decide({ input: 100, cacheRead: 20, output: 5 });
    assert.deepEqual(
      { tokens, source, requestId },
      {
        tokens: 125,
        source: 'provider-context',
        requestId: 'request-7',
      },
    );
  });

  for (const [status, what, usage] of [
    ['missing', 'no report', undefined],
    ['missing', 'a report that cannot be read', { input: 'bad', output: 500 }],
    ['zero', 'an empty prompt', { input: 0, output: 500 }],
    ['over-window', 'a count above the window', { input: 300_000 }],
  ] as const) {
    it(`takes the fresh estimate for ${what}, status ${status}`, () => {
      const { tokens, source, report } = decide(usage);
      assert.deepEqual([tokens, source, report.status], [77, 'fresh-estimate', status]);
    });
  }
});

describe('behaviour 2.9: the fresh estimate is made only when it is needed', () => {
  it('is not asked for when the report is valid', () => {
    assert.equal(decide({ input: 100 }, unasked).tokens, 100);
  });

  it('is asked for when the report cannot be used', () => {
    assert.throws(() => decide({ output: 5 }, unasked), /was asked for/);
  });
});

describe('the report behind a baseline', () => {
  it('keeps what was said, of the request and in sum, and of which model', () => {
    const { report } = decide({ input: 100, cacheRead: 20, output: 5 });
    assert.deepEqual(report.usage, { input: 100, cacheRead: 20, output: 5 });
    assert.deepEqual(report.counts, { input: 120, count: 125 });
    assert.deepEqual(report.cumulativeUsage, { input: 9_396_000 });
    assert.equal(report.cumulativeTokens, 9_396_000);
    assert.equal(report.window, 258_000);
    assert.equal(report.model.model, 'model');
  });
});
