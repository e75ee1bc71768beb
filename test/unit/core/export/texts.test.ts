// Small texts of exports and of what is shown: sizes, notes, main arguments, and text without control over a terminal.

import assert from 'node:assert/strict';
import { mainArgument } from '../../../../src/core/export/main-argument.ts';
import { mediaNote } from '../../../../src/core/export/media-note.ts';
import { printable, printableLine } from '../../../../src/core/export/printable.ts';
import { sizeText } from '../../../../src/core/export/size-text.ts';

describe('a size', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [12_345, '12.3 kB'],
    [999_949, '999.9 kB'],
    [999_950, '1.0 MB'],
    [5_000_000_000, '5.0 GB'],
    [5_000_000_000_000, '5000.0 GB'],
  ];
  for (const [bytes, text] of cases)
    it(`of ${bytes} bytes reads ${text}`, () => assert.equal(sizeText(bytes), text));
});

describe('the note of a medium', () => {
  it('tells its type, size and artifact, as far as they are known', () => {
    const part = { type: 'media', media: 'image', mime: 'image/png', bytes: 1500, artifact: 'abc' } as const;
    assert.equal(mediaNote(part), '[image: image/png, 1.5 kB, artifacts/abc]');
    assert.equal(mediaNote({ type: 'media', media: 'document', path: 'a.pdf' }), '[document: a.pdf]');
    assert.equal(mediaNote({ type: 'media', media: 'audio' }), '[audio]');
  });
});

describe('the main argument of a call', () => {
  it('is the one that tells the most, wherever it stands', () => {
    assert.equal(mainArgument({ description: 'Run it', command: 'npm test' }), 'npm test');
    assert.equal(mainArgument({ old_string: 'a', file_path: ' src/a.ts ' }), 'src/a.ts');
  });

  it('is what is searched for, not the folder it is searched in', () => {
    assert.equal(mainArgument({ path: 'src', pattern: 'TODO' }), 'TODO');
    assert.equal(mainArgument({ path: 'src', glob: '*.ts' }), '*.ts');
    assert.equal(mainArgument({ glob: '*.ts', pattern: 'TODO' }), 'TODO');
  });

  it('has the lines of a file where only some are meant', () => {
    assert.equal(mainArgument({ path: 'a.ts', offset: 10, limit: 11 }), 'a.ts 10-20');
    assert.equal(mainArgument({ path: 'a.ts', limit: 5 }), 'a.ts 1-5');
    assert.equal(mainArgument({ file_path: 'a.ts', offset: 10 }), 'a.ts 10-');
    assert.equal(mainArgument({ path: 'a.ts', offset: '10' }), 'a.ts');
  });

  it('is the words of a list joined', () => {
    assert.equal(mainArgument({ command: ['bash', '-lc', 'ls'] }), 'bash -lc ls');
  });

  it('is the first text where no key is known, and nothing where there is no text', () => {
    assert.equal(mainArgument({ limit: 3, topic: 'parsers' }), 'parsers');
    assert.equal(mainArgument({ limit: 3, deep: { topic: 'parsers' } }), '');
    assert.equal(mainArgument({}), '');
  });

  it('is the input itself where that is no object', () => {
    assert.equal(mainArgument('free text'), 'free text');
    assert.equal(mainArgument(null), '');
    assert.equal(mainArgument([1, 2]), '[1,2]');
  });
});

describe('printable text', () => {
  it('shows what would steer a terminal', () => {
    assert.equal(printable('\u001b[31mred\u001b[0m'), '\\x1b[31mred\\x1b[0m');
    assert.equal(printable('a\u0000b\u0007c\u007fd\u009be'), 'a\\x00b\\x07c\\x7fd\\x9be');
    assert.equal(printable('over\rwritten'), 'over\\x0dwritten');
  });

  it('shows marks that turn the order of letters around, and halves of surrogate pairs', () => {
    assert.equal(printable('a\u202eb\u2066c\u200fd'), 'a\\u202eb\\u2066c\\u200fd');
    assert.equal(printable('x\ud800y\udc00z'), 'x\\ud800y\\udc00z');
  });

  it('leaves tabs, line feeds, CRLF as line feed, and every letter and picture alone', () => {
    assert.equal(printable('a\tb\r\nc 日本語 🤝 é'), 'a\tb\nc 日本語 🤝 é');
  });

  it('is one line where one is asked for', () => {
    assert.equal(printableLine('  two\n\n lines\t\u001b[2J '), 'two lines \\x1b[2J');
  });
});
