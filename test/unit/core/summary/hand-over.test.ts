// The stored form of a summary (design 6.17).

import assert from 'node:assert/strict';
import { withHandOver, withoutHandOver } from '../../../../src/core/summary/hand-over.ts';
import { prompts } from './summary-of.ts';

const sentence = prompts.text('context-summary/hand-over', {});

describe('the hand-over sentence', () => {
  it('stands before the summary, with a blank line between them', () => {
    assert.equal(withHandOver('## Scope\nx', 'Go on.'), 'Go on.\n\n## Scope\nx');
  });

  it('comes off again', () => {
    assert.equal(withoutHandOver(withHandOver('## Scope\nx', sentence), sentence), '## Scope\nx');
  });

  it('comes off only when the text begins with it exactly', () => {
    for (const stored of [` ${sentence}\n\nx`, `${sentence}\nx`, `${sentence.toUpperCase()}\n\nx`, 'x']) {
      assert.equal(withoutHandOver(stored, sentence), stored);
    }
  });

  it('comes off once', () => {
    const twice = withHandOver(withHandOver('x', sentence), sentence);
    assert.equal(withoutHandOver(twice, sentence), withHandOver('x', sentence));
  });

  it('tells that another model did the work, to build on it and not to repeat it', () => {
    assert.match(sentence, /another model/);
    assert.match(sentence, /build on it/);
    assert.match(sentence, /not repeat/);
    assert.match(sentence, /summary:$/);
    assert.equal(sentence.includes('\n'), false);
  });
});
