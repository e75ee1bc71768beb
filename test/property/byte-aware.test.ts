import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { byteAwareTokens, textSize } from '../../src/core/tokens/byte-aware.ts';
import { anyText } from '../support/any-text.ts';

const tokensOf = (text: string): number => byteAwareTokens(textSize(text));
const nonAscii = anyText().map((text) => text.replace(/[\0-\x7f]/g, ''));
const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 200 });

describe('behaviour 2.22: the byte-aware estimate of any text', () => {
  it('is at least its number of characters when none of them is ASCII', () => {
    fc.assert(fc.property(nonAscii, (text) => assert.ok(tokensOf(text) >= Array.from(text).length)));
  });

  it('is floor((n + 5) / 4) when all of them are', () => {
    fc.assert(fc.property(ascii, (text) => assert.equal(tokensOf(text), Math.floor((text.length + 5) / 4))));
  });

  it('is never below a quarter of its characters', () => {
    fc.assert(
      fc.property(anyText(), (text) => assert.ok(tokensOf(text) >= Math.floor(Array.from(text).length / 4))),
    );
  });

  it('never falls when text is added', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (text, more) => {
        // A pair that forms across the seam is one character of four bytes where two of three stood.
        assert.ok(tokensOf(text.toWellFormed() + more.toWellFormed()) >= tokensOf(text.toWellFormed()));
      }),
    );
  });
});
