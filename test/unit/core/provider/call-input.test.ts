// Arguments that come in pieces without end.

import assert from 'node:assert/strict';
import { grownInput, longestInput } from '../../../../src/core/provider/call-input.ts';

describe('the arguments of a call', () => {
  it('grow piece by piece', () => assert.equal(grownInput('{"a"', ':1}'), '{"a":1}'));

  it('stop growing as soon as they are seen to be too long', () => {
    const piece = 'x'.repeat(1_000_000);
    let input = '';
    for (let count = 0; count < 20; count++) input = grownInput(input, piece);
    assert.equal(input.length, longestInput + 1);
  });
});
