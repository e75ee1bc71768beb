import assert from 'node:assert/strict';
import { counted } from '../../../src/base/counted.ts';

describe('a number with what it counts', () => {
  for (const [count, text] of [
    [0, '0 lines'],
    [1, '1 line'],
    [2, '2 lines'],
  ] as const) {
    it(`is ${text}`, () => {
      assert.equal(counted(count, 'line'), text);
    });
  }
});
