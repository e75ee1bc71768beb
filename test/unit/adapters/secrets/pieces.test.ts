import assert from 'node:assert/strict';
import { textPieces } from '../../../../src/adapters/secrets/pieces.ts';

function pieces(text: string, length: number, range = { start: 0, end: text.length }): string[] {
  return [...textPieces(text, range, length)].map(({ start, end }) => text.slice(start, end));
}

describe('cutting a text into pieces', () => {
  it('cuts behind the last line end that fits', () => {
    assert.deepEqual(pieces('abcd\nefgh\nij\nklm', 12), ['abcd\nefgh\n', 'ij\nklm']);
  });

  it('cuts in the middle of a line that is longer than half a piece', () => {
    assert.deepEqual(pieces('a\nbcdefghijk\nl', 6), ['a\nbcde', 'fghijk', '\nl']);
  });

  it('cuts only the part of a text it is asked to', () => {
    assert.deepEqual(pieces('ab\ncd\nef\ngh', 6, { start: 1, end: 9 }), ['b\ncd\n', 'ef\n']);
  });

  it('gives no piece for an empty text', () => {
    assert.deepEqual(pieces('', 6), []);
  });
});
