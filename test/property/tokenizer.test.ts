import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/o200k_base';
import { textBatches } from '../../src/adapters/tokenizer/batches.ts';
import { createTokenCounter } from '../../src/adapters/tokenizer/byte-pair-counter.ts';
import { tokenizablePieces } from '../../src/core/tokens/tokenizer.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '\n', '界', '😀', '\ud83d', '\u00a0', '"', "'s", '1', '.'),
  }),
);
/** With runs about as long as the longest that stays whole. */
const longRuns = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', ' ', '界', '😀', '\u3000', '\n', '\ud83d'),
      fc.integer({ min: 1, max: 700 }),
    ),
  )
  .map((runs) => runs.map(([unit, times]) => unit.repeat(times)).join(''));

function partsPair(left: string, right: string): boolean {
  return /[\ud800-\udbff]$/.test(left) && /^[\udc00-\udfff]/.test(right);
}

describe('tokenizable pieces of any text', () => {
  it('join to the text, hold no run above 256 units and part no surrogate pair', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, longRuns), (text) => {
        const pieces = tokenizablePieces(text);
        assert.equal(pieces.join(''), text);
        for (const [place, piece] of pieces.entries()) {
          assert.ok(piece !== '');
          const runs = piece.match(/\S+|\s+/g) ?? [];
          assert.ok(runs.every((run) => run.length <= 256));
          assert.ok(!partsPair(piece, pieces[place + 1] ?? ''));
        }
      }),
    );
  });

  it('are the text itself when no run is longer than 256 units', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(text !== '' && !/\S{257}|\s{257}/.test(text));
        assert.deepEqual(tokenizablePieces(text), [text]);
      }),
    );
  });
});

describe('batches for the worker', () => {
  it('hold every text in order, part no surrogate pair and stay small', () => {
    const texts = fc.array(
      fc
        .tuple(fc.oneof(anyText, longRuns), fc.integer({ min: 0, max: 300 }))
        .map(([text, times]) => text.repeat(times)),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(texts, (all) => {
        const rebuilt: string[] = all.map(() => '');
        for (const { parts, owners } of textBatches(all)) {
          assert.ok(parts.reduce((length, part) => length + part.length, 0) <= 65_536 + 32_768);
          for (const [place, part] of parts.entries()) {
            const before = rebuilt[owners[place]!]!;
            assert.ok(!partsPair(before, part));
            rebuilt[owners[place]!] = before + part;
          }
        }
        assert.deepEqual(rebuilt, all);
      }),
      { numRuns: 30 },
    );
  });
});

describe('counting tokens of any text', () => {
  it('gives what the encoder of js-tiktoken gives', function () {
    this.timeout(60_000);
    const encoder = new Tiktoken(ranks);
    const count = createTokenCounter(ranks);
    fc.assert(
      fc.property(anyText, (text) => {
        assert.equal(count(text), encoder.encode(text, [], []).length);
      }),
      { numRuns: 500 },
    );
  });
});
