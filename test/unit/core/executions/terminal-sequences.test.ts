import assert from 'node:assert/strict';
import {
  outsideSequence,
  plainText,
  wholeLength,
} from '../../../../src/core/executions/terminal-sequences.ts';

describe('terminal sequences', () => {
  it('are left out of the text for a reader without a terminal', () => {
    const text = '\x1b[1;31mred\x1b[0m \x1b]8;;https://a.b\x1b\\link\x1b]8;;\x07 \x1b(Bplain\x1bM';
    assert.equal(plainText(text), 'red link plain');
  });

  it('of a line written over say only what it said last', () => {
    assert.equal(plainText('10 %\r50 %\r100 %\ndone\r\n'), '100 %\ndone\n');
    assert.equal(plainText('N\bNA\x07 b\b_'), 'NA _');
  });

  it('that are cut off at the end are told from whole ones', () => {
    for (const [text, whole] of [
      ['a\x1b[31', 1],
      ['a\x1b]0;title', 1],
      ['a\x1b]0;title\x1b', 1],
      ['a\x1b', 1],
      ['a\x1b(', 1],
      ['a\x1b[31m', 6],
      ['a\x1b[31mb', 7],
      ['a', 1],
      ['', 0],
    ] as const) {
      assert.equal(wholeLength(text), whole, JSON.stringify(text));
    }
  });

  it('move a place that lies in them to one of their ends', () => {
    const text = 'ab\x1b[31mcd\x1b]0;t\x1b\\e';
    assert.deepEqual(
      [2, 4, 7, 8].map((place) => outsideSequence(text, place, 'before')),
      [2, 2, 7, 8],
    );
    assert.deepEqual(
      [4, 12, 15].map((place) => outsideSequence(text, place, 'after')),
      [7, 16, 16],
    );
  });
});
