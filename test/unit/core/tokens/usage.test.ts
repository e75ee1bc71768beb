import assert from 'node:assert/strict';
import { baselineStatus, contextUsage, reportedCounts } from '../../../../src/core/tokens/usage.ts';

describe('behaviour 2.6: the prompt is everything that went in, cached or not', () => {
  it('adds up the input numbers and takes missing ones as 0', () => {
    assert.deepEqual(contextUsage({ input: 1, cached: 2, cacheRead: 3, cacheWrite: 4 }), {
      input: 10,
      count: 10,
    });
    assert.deepEqual(contextUsage({ input: 4, cached: 3, output: 5 }), { input: 7, count: 12 });
    assert.deepEqual(contextUsage({ cacheRead: 7 }), { input: 7, count: 7 });
  });

  it('is nothing without any input number', () => {
    for (const report of [{ output: 4 }, {}, null, undefined, 'usage', 12, [4]])
      assert.deepEqual(contextUsage(report), { input: null, count: null });
  });

  it('is nothing when an input is negative or no number', () => {
    for (const input of ['4', -1, null, NaN, Infinity, {}])
      assert.deepEqual(contextUsage({ input }), { input: null, count: null });
    assert.deepEqual(contextUsage({ input: 4, cacheRead: '1' }), { input: null, count: null });
  });

  it('has no count when the output is negative or no number', () => {
    for (const output of ['5', -1, null, NaN])
      assert.deepEqual(contextUsage({ input: 4, output }), { input: 4, count: null });
  });
});

describe('behaviour 2.7: whether a count may be the baseline', () => {
  const status = (report: unknown): string => baselineStatus(contextUsage(report), 258_000);

  it('is missing where there is no count', () => {
    assert.equal(status({ output: 500 }), 'missing');
    assert.equal(status({ input: 'bad', output: 500 }), 'missing');
    assert.equal(status({ input: 4, output: '5' }), 'missing');
    assert.equal(status(undefined), 'missing');
  });

  it('is zero where the prompt is said to be empty, whatever the output', () => {
    assert.equal(status({ input: 0, output: 500 }), 'zero');
    assert.equal(status({ input: 0, cacheRead: 0 }), 'zero');
  });

  it('is over the window from one token above it', () => {
    assert.equal(status({ input: 300_000 }), 'over-window');
    assert.equal(status({ input: 250_000, output: 8001 }), 'over-window');
  });

  it('is valid up to the window itself', () => {
    assert.equal(status({ input: 250_000, output: 8000 }), 'valid');
    assert.equal(status({ input: 1 }), 'valid');
  });
});

describe('reportedCounts', () => {
  it('keeps the numbers as they were said, also impossible ones', () => {
    const report = { input: -3, cacheRead: 0, cacheWrite: 4.5, output: 9 };
    assert.deepEqual(reportedCounts(report), report);
  });

  it('keeps nothing but numbers: other values become null, other fields are left out', () => {
    assert.deepEqual(reportedCounts({ input: 'a prompt', output: NaN, raw: { text: 'x' } }), {
      input: null,
      output: null,
    });
  });

  it('is null for a report that is no record', () => {
    for (const report of [null, undefined, 'usage', 3, [1]]) assert.equal(reportedCounts(report), null);
  });
});
