import assert from 'node:assert/strict';
import { atMost, exactly, megabytes, milliseconds, times } from '../../bench/lab/row.ts';
import { median } from '../../bench/lab/stopwatch.ts';

describe('a figure of the benchmark', () => {
  it('is within its budget up to the limit itself, and over it beyond', () => {
    const limit = { most: 2, text: times };
    assert.equal(atMost('a', 2, limit).verdict, 'ok');
    assert.deepEqual(atMost('a', 2.01, limit, '3 ms'), {
      what: 'a',
      budget: '≤ 2.00 ×',
      found: '2.01 × (3 ms)',
      verdict: 'over',
    });
    assert.equal(atMost('a', Number.NaN, limit).verdict, 'over');
  });

  it('that is a count must be exactly the one wanted', () => {
    assert.equal(exactly('writes', 1, 1).verdict, 'ok');
    assert.deepEqual(exactly('writes', 0, 1), { what: 'writes', budget: '1', found: '0', verdict: 'over' });
  });

  it('names its unit', () => {
    assert.deepEqual(
      [milliseconds(9.94), milliseconds(99.6), megabytes(5_149_000)],
      ['9.9 ms', '100 ms', '5.1 MB'],
    );
  });
});

describe('the median', () => {
  it('is the value in the middle, the lower of two, whatever their order', () => {
    assert.equal(median([30, 10, 20]), 20);
    assert.equal(median([4, 1, 3, 2]), 2);
  });
});
