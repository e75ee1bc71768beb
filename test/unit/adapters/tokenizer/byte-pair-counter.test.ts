import assert from 'node:assert/strict';
import ranks from 'js-tiktoken/ranks/o200k_base';
import { createTokenCounter } from '../../../../src/adapters/tokenizer/byte-pair-counter.ts';

/** Bytes and a few pairs: ab before bc before abc. */
const small = {
  pat_str: '[a-z]+|[^a-z]',
  bpe_ranks: `! 0 ${['a', 'b', 'c', 'ab', 'bc', 'abc'].map((token) => btoa(token)).join(' ')}`,
};

describe('counting the tokens of a byte-pair encoding', () => {
  for (const [text, tokens] of [
    ['', 0],
    ['a', 1],
    ['ab', 1],
    ['ac', 2],
    ['bcb', 2],
    ['abc', 1],
    ['abcab', 2],
    ['abbc', 2],
    ['cab', 2],
  ] as const) {
    it(`counts ${tokens} in "${text}" over a small table`, () => {
      assert.equal(createTokenCounter(small)(text), tokens);
    });
  }

  it('counts known texts as o200k does', () => {
    const count = createTokenCounter(ranks);
    assert.equal(count('hello world'), 2);
    assert.equal(count('antidisestablishmentarianism'), 6);
    assert.equal(count('2 + 2 = 4'), 7);
    assert.equal(count('お誕生日おめでとう'), 8);
  });

  it('counts what looks like a special token as the text it is', () => {
    assert.ok(createTokenCounter(ranks)('<|endoftext|>') > 1);
  });
});
