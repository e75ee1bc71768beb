import assert from 'node:assert/strict';
import {
  codePointIndex,
  codePointLength,
  firstCodePoints,
  isLongerThan,
  utf8Length,
  wellFormed,
} from '../../../src/base/code-points.ts';

const rocket = '🚀';
const lone = '\ud83d';

describe('codePointLength', () => {
  it('counts an emoji as one character and a lone surrogate as one', () => {
    assert.equal(codePointLength(''), 0);
    assert.equal(codePointLength('plain'), 5);
    assert.equal(codePointLength(`a${rocket}b`), 3);
    assert.equal(codePointLength(lone), 1);
    assert.equal(codePointLength(`${lone}${rocket}`), 2);
    assert.equal(codePointLength('日本語'), 3);
  });
});

describe('firstCodePoints', () => {
  it('never cuts a surrogate pair in two', () => {
    assert.equal(firstCodePoints(`a${rocket}b`, 2), `a${rocket}`);
    assert.equal(firstCodePoints(`${rocket}${rocket}`, 1), rocket);
  });

  it('gives the whole text when there are no more characters, and nothing for none or fewer', () => {
    assert.equal(firstCodePoints('abc', 3), 'abc');
    assert.equal(firstCodePoints('abc', 9), 'abc');
    assert.equal(firstCodePoints('abc', 0), '');
    assert.equal(firstCodePoints('abc', -1), '');
  });
});

describe('codePointIndex', () => {
  it('is the UTF-16 place behind that many characters', () => {
    assert.equal(codePointIndex(`a${rocket}b`, 1), 1);
    assert.equal(codePointIndex(`a${rocket}b`, 2), 3);
    assert.equal(codePointIndex(`a${rocket}b`, 3), 4);
  });
});

describe('isLongerThan', () => {
  it('compares characters, not UTF-16 units', () => {
    assert.equal(isLongerThan(rocket.repeat(4), 4), false);
    assert.equal(isLongerThan(rocket.repeat(5), 4), true);
    assert.equal(isLongerThan('abcd', 4), false);
    assert.equal(isLongerThan('abcde', 4), true);
  });

  it('says so of a text that is more than twice as long', () => {
    assert.equal(isLongerThan('x'.repeat(9), 4), true);
  });
});

describe('utf8Length', () => {
  it('is the number of bytes that are written, a lone surrogate being three', () => {
    for (const text of ['', 'ascii', 'é', 'Ω≈', '日本語', rocket, `${lone}x`, `${rocket}${lone}`]) {
      assert.equal(utf8Length(text), Buffer.byteLength(text, 'utf8'), JSON.stringify(text));
    }
  });
});

describe('wellFormed', () => {
  it('replaces lone surrogates and leaves pairs as they are', () => {
    assert.equal(wellFormed(`a${lone}b${rocket}`), `a\ufffdb${rocket}`);
  });
});
