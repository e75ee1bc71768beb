import assert from 'node:assert/strict';
import { singleLine } from '../../../src/base/single-line.ts';

describe('singleLine', () => {
  it('puts one space where a line ended, and leaves every other character', () => {
    assert.equal(singleLine('a  b\tc'), 'a  b\tc');
    assert.equal(singleLine('a \r\n\n  b\u2028c\rd'), 'a b c d');
    assert.equal(singleLine('\n## Scope\n'), ' ## Scope ');
    assert.equal(singleLine(''), '');
    assert.equal(singleLine(' \n '), ' ');
  });

  it('takes a text of nothing but white space, or of line breaks, in one go', () => {
    const many = 2_000_000;
    assert.equal(singleLine(`a${' '.repeat(many)}b`).length, many + 2);
    assert.equal(singleLine(`a${'\n '.repeat(many)}b`), 'a b');
  });
});
