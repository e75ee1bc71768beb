// The words a person typed, without what hosts put around them and without pasted terminal output.

import assert from 'node:assert/strict';
import {
  personWords,
  promptLines,
  withoutPastedOutput,
} from '../../../../../src/core/evidence/facts/person-words.ts';

describe('the words of a person', () => {
  it('are the whole text where no host wrote anything around it', () => {
    assert.equal(personWords('  Use <b>bold</b> & a < b.\n'), 'Use <b>bold</b> & a < b.');
  });

  it('are the name and the arguments of a slash command', () => {
    const text =
      '<command-message>plan is running…</command-message>\n<command-name>/plan</command-name>\n<command-args>the garden</command-args>';
    assert.equal(personWords(text).replace(/\s+/g, ' '), '/plan the garden');
  });

  it("are what stands behind the last heading of an editor's request, without its list of files", () => {
    const text =
      '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts: src/a.ts\n\n## My request for Helper:\nRename a.';
    assert.equal(personWords(text), 'Rename a.');
  });

  it('leave out what a host put beside them, and keep what it put around them', () => {
    const text =
      '<system-reminder>\nNever do this.\n</system-reminder>\n<ide_selection>x</ide_selection><userRequest>Do that.</userRequest>';
    assert.equal(personWords(text), 'Do that.');
  });

  it('are the text itself where it is nothing but context', () => {
    const text = '<environment_details>\nnothing\n</environment_details>';
    assert.equal(personWords(text), text);
  });

  it('include an element that is never closed, and every one that looks like it', () => {
    const text = '<attachment> is the tag, <attachment> again';
    assert.equal(personWords(text), text);
  });

  it('take time in proportion to the text, however many elements are left open', () => {
    const text = '<bash-input>'.repeat(20_000);
    assert.equal(personWords(text), text);
  });
});

describe('pasted terminal output', () => {
  const pasted = [
    'this fails:',
    'ann@box:~/app$ npm test',
    'Error: never call this',
    '',
    '    You must install it first.',
    'note: always read the manual',
    '× it broke',
    'Please mend it.',
  ];

  it('is what follows a prompt up to a blank line, and what begins like output', () => {
    assert.deepEqual(withoutPastedOutput(pasted), ['this fails:', '', 'Please mend it.']);
  });

  it('is nowhere where no prompt is', () => {
    const lines = ['Steps:', '  - never push', 'note: always lint'];
    assert.deepEqual(withoutPastedOutput(lines), lines);
  });

  it('is known by the prompts of several shells', () => {
    const prompts = [
      'ann@box:~/app$ ls',
      '➜  app git:(main) ls',
      '$ ls',
      'PS C:\\app> ls',
      'C:\\app>dir',
      '(venv) ann@box:~$ ls',
    ];
    assert.deepEqual(promptLines([...prompts, 'ls', '$5 is too much']), prompts);
  });
});
