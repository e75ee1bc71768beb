import assert from 'node:assert/strict';
import { applyPatch } from 'diff';
import * as fc from 'fast-check';
import { unifiedDiff } from '../../../../src/adapters/diff/unified-diff.ts';

const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at}`).join('\n');

describe('unifiedDiff', () => {
  it('shows what changed with three lines around it', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\n';
    assert.equal(
      unifiedDiff.unified(before, before.replace('e', 'E')),
      '@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h',
    );
    assert.equal(unifiedDiff.unified(before, before), '');
  });

  it('leads from the one text to the other, also where nearly everything changed', () => {
    const pairs: readonly (readonly [string, string])[] = [
      [lines(3000, 'old'), lines(2500, 'new')],
      [`same\n${lines(2000, 'old')}\nend`, `same\n${lines(2000, 'new')}\nend`],
      ['', lines(5000, 'new')],
      [lines(5000, 'old'), lines(5000, 'old').replaceAll('old 1', 'new')],
    ];
    for (const [before, after] of pairs) {
      const patch = `--- a\n+++ b\n${unifiedDiff.unified(before, after)}\n`;
      assert.equal(applyPatch(before, patch), after);
    }
  });

  it('counts the lines above what differs', () => {
    const before = lines(400_000, 'line');
    const after = before.replace('line 300000\n', 'x\n');
    assert.match(unifiedDiff.unified(before, after) ?? '', /^@@ -299998,7 \+299998,7 @@\n/);
  });

  it('gives up where far more differs than anybody would read', () => {
    assert.equal(unifiedDiff.unified(lines(100_000, 'old'), lines(100_000, 'new')), undefined);
  });

  it('leads from any text to any other', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
      .map((parts) => parts.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        if (before === after) return;
        const patch = `--- a\n+++ b\n${unifiedDiff.unified(before, after)}\n`;
        assert.equal(applyPatch(before, patch), after);
      }),
    );
  });
});
