import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { shellWord } from '../../../src/cli/shell-word.ts';

describe('a path as a word of a shell', () => {
  const plain = ['/tmp/a-b_c.1', 'C:/x', 'sessions/überlegt-会話', '~x/y'.slice(1)];
  for (const text of plain) {
    it(`stays as it is when nothing in it means something: ${text}`, () =>
      assert.equal(shellWord(text), text));
  }

  const quoted = [
    'a b',
    "it's",
    '$HOME `x` "y"',
    'a\\b',
    '*?[x]',
    '~/x',
    'a;b&c|d',
    '#x',
    '',
    '“x”',
    'two  spaces',
    '!x',
  ];
  for (const text of quoted) {
    it(`is read back as it was by sh: ${JSON.stringify(text)}`, () => {
      const word = shellWord(text);
      assert.equal(execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' }), text);
    });
  }

  const steering = ['a\nb', 'tab\there', "\u001b[31mred's", 'back\\slash\n', '\u202eturned'];
  for (const text of steering) {
    it(`holds no control character, and is read back as it was by bash: ${JSON.stringify(text)}`, function () {
      const word = shellWord(text);
      assert.doesNotMatch(word, /[\p{Cc}\u202e]/u);
      if (process.platform !== 'linux') return;
      assert.equal(execFileSync('bash', ['-c', `printf %s ${word}`], { encoding: 'utf8' }), text);
    });
  }
});
