import assert from 'node:assert/strict';
import { roundHalfEven } from '../../../src/base/round-half-even.ts';

describe('roundHalfEven', () => {
  it('rounds an exact half to the even neighbour', () => {
    const rounded = [0.5, 1.5, 2.5, 3.5, 1000.5].map(roundHalfEven);
    assert.deepEqual(rounded, [0, 2, 2, 4, 1000]);
  });

  it('rounds everything else to the nearest whole number', () => {
    const rounded = [0.4, 0.6, 2.49, 2.51, 86400.00000000001, 7].map(roundHalfEven);
    assert.deepEqual(rounded, [0, 1, 2, 3, 86_400, 7]);
  });
});
