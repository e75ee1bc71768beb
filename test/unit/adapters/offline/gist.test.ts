// Short extracts of longer texts.

import assert from 'node:assert/strict';
import { gist, oneLine, prose, sentencesOf } from '../../../../src/adapters/offline/gist.ts';

describe('a text on one line', () => {
  it('is cut between words and says so', () => {
    assert.equal(oneLine('one two\n three   four', 100), 'one two three four');
    assert.equal(oneLine('one two three four', 12), 'one two…');
    assert.equal(oneLine('解析器を移しました', 5), '解析器を…');
  });

  it('shows only the beginning of a run nobody can read', () => {
    const line = oneLine(`data:image/png;base64,${'A'.repeat(5000)} and then`, 1000);
    assert.ok(line.length < 100);
    assert.match(line, /^data:image\/png;base64,A+… and then$/);
  });
});

describe('a gist', () => {
  it('is made of whole sentences and points', () => {
    const text = 'The parser is mended. It took three changes. The printer comes next.';
    assert.equal(gist(text, 50), 'The parser is mended. It took three changes.');
    assert.equal(
      gist('Changed:\n\n- the parser\n- the printer\n- the lexer', 36),
      'Changed: the parser; the printer …',
    );
  });

  it('is cut within a sentence only where that sentence is all there is', () => {
    assert.equal(
      gist('No. This one sentence goes on and on and on for ever', 30),
      'No. This one sentence goes on…',
    );
  });

  it('keeps identifiers exact and takes emphasis away', () => {
    assert.equal(
      gist('**Added** `close_review_session` and *run* my_own_name, __init__ and 2**8.', 200),
      'Added `close_review_session` and run my_own_name, init and 2**8.',
    );
    assert.equal(gist('**`setTheme()`** returns a result.', 200), '`setTheme()` returns a result.');
  });

  it('leaves out code, tables, rules and a cheer at the beginning', () => {
    const text =
      'Perfect! The theme is live.\n\n```json\n{"a": 1}\n```\n| a | b |\n|---|---|\n★ Note ─────\nIt reloads.\n---\n';
    assert.equal(gist(text, 200), 'The theme is live. It reloads.');
  });

  it('is the text itself where that is all code', () => {
    assert.equal(gist('```\nls\n```', 200), '``` ls ```');
  });
});

describe('prose', () => {
  it('marks where headings and points end', () => {
    assert.equal(
      prose('## Found\nThe cause\n\n1. a cache\n2. a clock\n\nBoth are\ngone.'),
      'Found: The cause; a cache; a clock; Both are gone.',
    );
  });
});

describe('sentences', () => {
  it('end at marks of several scripts, not behind abbreviations or dots within', () => {
    assert.deepEqual(sentencesOf('Run ours vs. theirs. See (a/...) to b! 終わり。次です。'), [
      'Run ours vs. theirs.',
      'See (a/...) to b!',
      '終わり。',
      '次です。',
    ]);
  });
});
