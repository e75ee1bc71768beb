import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  codePointIndex,
  codePointLength,
  firstCodePoints,
  isLongerThan,
  utf8Length,
  wellFormed,
} from '../../src/base/code-points.ts';
import { anyText } from '../support/any-text.ts';

const count = fc.integer({ min: 0, max: 80 });

describe('characters are what Array.from makes of a text', () => {
  it('counts them alike', () => {
    fc.assert(fc.property(anyText(), (text) => assert.equal(codePointLength(text), Array.from(text).length)));
  });

  it('cuts at the same place', () => {
    fc.assert(
      fc.property(anyText(), count, (text, length) => {
        const first = Array.from(text).slice(0, length).join('');
        assert.equal(firstCodePoints(text, length), first);
        assert.equal(codePointIndex(text, length), first.length);
      }),
    );
  });

  it('compares a length with a number alike', () => {
    fc.assert(
      fc.property(anyText(), count, (text, length) =>
        assert.equal(isLongerThan(text, length), Array.from(text).length > length),
      ),
    );
  });

  it('never makes a lone surrogate of a pair by cutting', () => {
    fc.assert(
      fc.property(anyText(), count, (text, length) => {
        const sound = wellFormed(text);
        assert.ok(firstCodePoints(sound, length).isWellFormed());
      }),
    );
  });
});

describe('bytes are what UTF-8 makes of a text', () => {
  it('counts them like an encoder', () => {
    fc.assert(
      fc.property(anyText(), (text) => assert.equal(utf8Length(text), new TextEncoder().encode(text).length)),
    );
  });

  it('keeps a text that was made well-formed, and its length', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const sound = wellFormed(text);
        assert.equal(
          new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(sound)),
          sound,
        );
        assert.equal(codePointLength(sound), codePointLength(text));
      }),
    );
  });
});
