// Folding of what nobody can read.

import assert from 'node:assert/strict';
import { foldRuns } from '../../../../src/core/evidence/fold.ts';

describe('folding', () => {
  it('replaces an unbroken run of 1000 characters and leaves one of 999', () => {
    assert.equal(foldRuns(`a ${'x'.repeat(1000)} b`), 'a [segue: 1000 unreadable chars folded] b');
    const short = `a ${'x'.repeat(999)} b`;
    assert.equal(foldRuns(short), short);
  });

  it('folds every run of a text and keeps the lines between them', () => {
    const text = `${'A'.repeat(1200)}\nreadable\n${'B'.repeat(3000)}`;
    assert.equal(
      foldRuns(text),
      '[segue: 1200 unreadable chars folded]\nreadable\n[segue: 3000 unreadable chars folded]',
    );
  });

  it('leaves scripts alone that are written without spaces', () => {
    const text = '圧縮の前に必ず確認する。'.repeat(200);
    assert.equal(foldRuns(text), text);
  });

  it('counts code points, so 975 characters with emoji among them are no run', () => {
    const text = `${'x'.repeat(950)}${'😀'.repeat(25)}`;
    assert.equal(foldRuns(text), text);
    assert.equal(foldRuns(text + 'x'.repeat(25)), '[segue: 1000 unreadable chars folded]');
  });
});
