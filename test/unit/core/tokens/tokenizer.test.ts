import assert from 'node:assert/strict';
import { tokenizablePieces } from '../../../../src/core/tokens/tokenizer.ts';

function longestRun(piece: string): number {
  return Math.max(0, ...piece.split(/\s/).map((run) => run.length));
}

describe('tokenizablePieces', () => {
  it('leaves ordinary text in one piece', () => {
    assert.deepEqual(tokenizablePieces('Hello world'), ['Hello world']);
    assert.deepEqual(tokenizablePieces('x'.repeat(256)), ['x'.repeat(256)]);
    assert.deepEqual(tokenizablePieces(''), []);
  });

  it('splits an unbroken run, whose encoding would take quadratic time', () => {
    const text = `before ${'a'.repeat(1000)} after`;
    const pieces = tokenizablePieces(text);
    assert.equal(pieces.join(''), text);
    for (const piece of pieces) assert.ok(longestRun(piece) <= 256, piece);
  });
});
