// Texts on which a pattern with two ways to take a character would work for hours: each is read in one go.

import assert from 'node:assert/strict';
import { foldRuns } from '../../../src/core/evidence/fold.ts';
import { isHostText, requestOf } from '../../../src/core/import/claude-code/host-texts.ts';
import { validateSummary } from '../../../src/core/summary/validate.ts';

const many = 1_000_000;

describe('long hostile texts', () => {
  it('a digest of nothing but line breaks is looked through once for fences', () => {
    const blank = `## Outcome\n${'\n'.repeat(many)}- done`;
    assert.equal(validateSummary(blank, 'digest').ok, false);
  });

  it('a slash command whose arguments are opened again and again and never closed has none', () => {
    const text = `<command-name>/go</command-name>${'<command-args>'.repeat(many)}`;
    assert.equal(requestOf(text), '/go');
    assert.equal(isHostText(text), true);
    assert.equal(requestOf('<command-name>/go</command-name><command-args> on </command-args>'), '/go on');
  });

  it('words just below the length that is folded stay, however many they are', () => {
    const text = `${'x'.repeat(999)} `.repeat(20_000);
    assert.equal(foldRuns(text), text);
    assert.equal(foldRuns(`a ${'x'.repeat(1000)} b`), 'a [segue: 1000 unreadable chars folded] b');
  });
});
