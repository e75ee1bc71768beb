// Whether an answer is a digest.

import assert from 'node:assert/strict';
import { digestMaxBytes, validateSummary } from '../../../../src/core/summary/validate.ts';
import { errorOf, valueOf } from '../../../support/expect.ts';
import { summaryOf } from './summary-of.ts';

function accepts(texts: Readonly<Record<string, string>>): void {
  const digest = summaryOf('digest', texts);
  assert.equal(valueOf(validateSummary(digest, 'digest')), digest);
}

const fault = (texts: Readonly<Record<string, string>>): string =>
  errorOf(validateSummary(summaryOf('digest', texts), 'digest'));

describe('behaviour 6.18: a digest is four headings with bullets and nothing else', () => {
  it('accepts bullets with indented lines that continue them, and blank lines between', () => {
    accepts({
      Done: '- built the parser\n  in two steps\n\n- tested it',
      Learned: '- the format has versions',
    });
  });

  it('refuses a section without a bullet', () => {
    assert.equal(fault({ Learned: '' }), '"Learned" has no bullet');
    assert.equal(fault({ Learned: '(none)' }), '"Learned" has no bullet');
  });

  it('refuses a bullet without text', () => {
    assert.equal(fault({ Done: '- ' }), '"Done" has no bullet');
    assert.equal(fault({ Done: '- one\n- \n- two' }), '"Done" has text outside its bullets');
  });

  it('refuses prose before, between or after the bullets', () => {
    assert.equal(fault({ Done: 'Much:\n- one' }), '"Done" has text outside its bullets');
    assert.equal(fault({ Done: '- one\nand so on' }), '"Done" has text outside its bullets');
    assert.equal(fault({ Done: '  indented\n- one' }), '"Done" has text outside its bullets');
  });

  it('refuses other marks of a list', () => {
    assert.equal(fault({ Done: '* one' }), '"Done" has no bullet');
    assert.equal(fault({ Done: '- one\n1. two' }), '"Done" has text outside its bullets');
  });

  it('refuses a preface', () => {
    const error = errorOf(validateSummary(`Here it is:\n${summaryOf('digest')}`, 'digest'));
    assert.equal(error, 'there is text before the first heading');
  });

  it('refuses fences and headings of any other depth', () => {
    assert.equal(fault({ Done: '- one\n  ```\n  x\n  ```' }), 'a digest has no code fences');
    assert.equal(fault({ Done: '### More\n- one' }), '"Done" has text outside its bullets');
    assert.equal(fault({ Done: '- one\n## More\n- x' }), 'unexpected heading "More"');
  });

  it('accepts "- none" as the only bullet of a section, and not beside another or with more lines', () => {
    accepts({ Done: '- none', Learned: '- x' });
    assert.equal(fault({ Done: '- none\n- one' }), '"- none" is not the only bullet of "Done"');
    assert.equal(fault({ Done: '- one\n- none' }), '"- none" is not the only bullet of "Done"');
    assert.equal(fault({ Done: '- none\n  at all' }), '"- none" is not the only bullet of "Done"');
  });
});

it('behaviour 6.23: a digest of nothing but "- none" is valid', () => accepts({}));

describe('behaviour 6.19: a digest has at most 16384 bytes', () => {
  const ofBytes = (bytes: number, letter: string): string => {
    const bare = summaryOf('digest', { Done: '- ' });
    const room = bytes - Buffer.byteLength(bare);
    const count = Math.floor(room / Buffer.byteLength(letter));
    const filler = letter.repeat(count) + 'x'.repeat(room - count * Buffer.byteLength(letter));
    return summaryOf('digest', { Done: `- ${filler}` });
  };

  for (const letter of ['a', 'é', '漢', '😀']) {
    it(`accepts 16384 bytes of ${letter} and refuses 16385`, () => {
      assert.equal(validateSummary(ofBytes(digestMaxBytes, letter), 'digest').ok, true);
      const error = errorOf(validateSummary(ofBytes(digestMaxBytes + 1, letter), 'digest'));
      assert.equal(error, 'the digest is longer than 16384 bytes');
    });
  }
});
