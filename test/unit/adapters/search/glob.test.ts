import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileGlob } from '../../../../src/adapters/search/glob.ts';
import { valueOf } from '../../../support/expect.ts';

const matches = (glob: string, path: string): boolean => valueOf(compileGlob(glob))(path);

describe('a glob of many stars', () => {
  it('matches what the same glob of few stars matches', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '?',
      '*',
      '**',
      '/',
      '**/',
      '[ab]',
      '[!a]',
      '{a,b*}',
      '\\*',
      '.',
      '🙂',
      '\\🙂',
    );
    const path = fc.array(fc.constantFrom('a', 'b', 'c', '/', '*', '.', '🙂'), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), path, (pieces, letters) => {
        const glob = pieces.join('').replace(/^\/+|\/+$/g, '');
        // What says "from here on" says it at the beginning only.
        fc.pre(glob !== '' && !glob.startsWith('./') && compileGlob(glob).ok);
        // A slash in the other alternative anchors the glob: without one of its own it means any depth.
        const same = glob.includes('/') ? glob : `**/${glob}`;
        const text = letters.join('');
        assert.equal(
          matches(`{${same},${same},*/nothing/*/*}`, text),
          matches(glob, text),
          `${glob} of ${text}`,
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('answers at once for a name it nearly matches', () => {
    assert.equal(matches(`${'*a'.repeat(30)}b`, 'a'.repeat(255)), false);
    assert.equal(matches(`${'*a'.repeat(30)}*`, 'a'.repeat(255)), true);
    assert.equal(matches(`${'**/'.repeat(30)}x`, `${'d/'.repeat(500)}y`), false);
    assert.equal(matches(`${'**/'.repeat(30)}x`, `${'d/'.repeat(500)}x`), true);
    assert.equal(matches(`${'{a,a}'.repeat(60)}b`, 'a'.repeat(61)), false);
    assert.equal(matches(`${'{a,a}'.repeat(60)}b`, `${'a'.repeat(60)}b`), true);
  });
});
