// Rules in the way people really write: what looks like one and is none, and the other way round.

import assert from 'node:assert/strict';
import { constraintsIn } from '../../../../../src/core/evidence/facts/constraints.ts';

describe('rules in talk', () => {
  for (const rule of [
    'please don’t rename the columns',
    'dont touch the theme',
    "I don't want any new dependencies.",
    'We always squash before merging.',
    'make the tabs lazy, and never block the first paint',
    'Use tabs instead of spaces.',
    'No new dependencies.',
    'You need to make sure the tests pass.',
    'Can you add the flag and make sure the old one still works?',
    "We aren't to use the old client.",
    'Run ours vs. theirs and make sure both use the same seed',
    'be sure to keep the licence header',
  ]) {
    it(`is one: ${rule}`, () => assert.deepEqual(constraintsIn(rule), [rule]));
  }

  for (const text of [
    "I don't remember the number, sorry.",
    "i don't think this works correctly",
    "It doesn't start, don't know why.",
    'It never ends.',
    'This always crashes on the second run.',
    'It loads everything instead of the one page.',
    'Can you run the tests to ensure all is green.',
    'I added a cache to avoid the second call.',
    'Should it always start with a dash?',
    'Never mind.',
    'It must have been the cache.',
    'At least it compiles now.',
  ]) {
    it(`is none: ${text}`, () => assert.deepEqual(constraintsIn(text), []));
  }

  it('are sentences again where a hard wrap cut them', () => {
    const text =
      'Please look at the importer, and while you are there please\nnever touch the files that the generator writes.\nThanks';
    assert.deepEqual(constraintsIn(text), [
      'Please look at the importer, and while you are there please never touch the files that the generator writes.',
    ]);
  });

  it('stay apart in short lines without a mark', () => {
    assert.deepEqual(constraintsIn('never push to main\nalways lint first'), [
      'never push to main',
      'always lint first',
    ]);
  });

  it('are not those of an editor or of pasted output', () => {
    const text =
      '<system-reminder>Never read this.</system-reminder>\n$ pip install\nMake sure you have pipx installed.\n\nAlways pin versions.';
    assert.deepEqual(constraintsIn(text), ['Always pin versions.']);
  });
});
