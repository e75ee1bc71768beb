// Whether a request fits its model.

import assert from 'node:assert/strict';
import { preflight, preflightSize } from '../../../../src/core/summary/preflight.ts';
import { textSize } from '../../../../src/core/tokens/byte-aware.ts';

describe('the preflight', () => {
  it('behaviour 6.9: fits when the estimate equals what is usable, and not when it is one more', () => {
    const input = 'x'.repeat(395);
    assert.deepEqual(preflight('', input, 100), { fits: true, estimate: 100, usable: 100 });
    assert.deepEqual(preflight('', input, 99), { fits: false, estimate: 100, usable: 99 });
  });

  it('counts the system prompt and the input together', () => {
    assert.equal(preflight('x'.repeat(200), 'x'.repeat(195), 0).estimate, 100);
  });

  it('charges text that is not ASCII by its bytes: 100 ASCII and 10 CJK characters are 63', () => {
    assert.equal(preflight('x'.repeat(100), '漢'.repeat(10), 0).estimate, 26 + 30 + 7);
  });

  it('says the same of a size', () => {
    const text = 'größer als ASCII 😀';
    assert.deepEqual(preflightSize(textSize(text), 7), preflight('', text, 7));
  });
});
