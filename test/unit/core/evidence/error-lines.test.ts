// Which lines of a result tell of an error.

import assert from 'node:assert/strict';
import { decisiveErrorLine, errorLines } from '../../../../src/core/evidence/error-lines.ts';

describe('error lines', () => {
  const telling = [
    'src/a.ts(3,5): error TS2304: Cannot find name x.',
    'TypeError: x is not a function',
    'Traceback (most recent call last):',
    'thread main panicked at src/main.rs:4',
    'npm ERR! code 1',
    'code ELIFECYCLE',
    'Error: ENOENT: no such file or directory',
    '  ✗ adds two numbers',
    'FAIL test/a.test.ts',
    'bash: foo: command not found',
    'エラー: ファイルがありません',
    '错误：找不到文件',
    'The process exited with code 2',
  ];
  for (const line of telling) {
    it(`takes for one: ${line}`, () =>
      assert.deepEqual(errorLines({ text: `fine\n${line}\nfine`, isError: false }), [line]));
  }

  const harmless = [
    'export default every example',
    'Everything up to date; entering the next phase',
    'expected output equals everything else',
    'all 12 tests pass',
    'Fehlanzeige',
  ];
  for (const line of harmless) {
    it(`does not take for one: ${line}`, () =>
      assert.deepEqual(errorLines({ text: line, isError: false }), []));
  }

  it('takes every line that is not blank when the result is marked as an error', () => {
    assert.deepEqual(errorLines({ text: 'one\n\n  two', isError: true }), ['one', '  two']);
  });

  it('takes at most 200 of a result, the first ones (design 14.10)', () => {
    const lines = Array.from({ length: 250 }, (_, place) => `error ${place}`);
    assert.deepEqual(errorLines({ text: lines.join('\n'), isError: false }), lines.slice(0, 200));
  });
});

describe('error lines of an output that stands in one line of JSON', () => {
  const output = `${'word '.repeat(300)}\nerror: bad\nfine\nC:\\new`;

  it('are the lines of the output, not the whole of it', () => {
    assert.deepEqual(errorLines({ text: JSON.stringify({ output }), isError: false }), ['error: bad']);
  });

  it('are whole where the line is short enough to be one', () => {
    assert.deepEqual(errorLines({ text: 'error: cannot open C:\\new.txt', isError: false }), [
      'error: cannot open C:\\new.txt',
    ]);
  });
});

describe('the decisive error line', () => {
  it('is the last line that tells of an error', () => {
    assert.equal(decisiveErrorLine('error: one\n  error: two\nnote: three'), 'error: two');
  });

  it('is not the exit status while another line says what went wrong', () => {
    assert.equal(
      decisiveErrorLine('src/a.ts: error: bad\n\nCommand exited with code 2'),
      'src/a.ts: error: bad',
    );
    assert.equal(
      decisiveErrorLine('Exit code 1\nfatal: no remote\n[The command completed with exit code 1.]'),
      'fatal: no remote',
    );
  });

  it('is not a count of failures while another line says what failed', () => {
    const log = "not ok 3 - reads fractions\n  error: 'Expected 0.5, got 1'\n# pass 2\n# fail 1";
    assert.equal(decisiveErrorLine(log), "error: 'Expected 0.5, got 1'");
    assert.equal(decisiveErrorLine('12 passing\n1 failing'), '1 failing');
  });

  it('is the exit status when nothing else tells of an error', () => {
    assert.equal(decisiveErrorLine('listing\n\nCommand exited with code 1'), 'Command exited with code 1');
  });

  it('is the last line that is not blank when none tells of an error', () => {
    assert.equal(decisiveErrorLine('one\ntwo\n\n'), 'two');
    assert.equal(decisiveErrorLine(' \n'), undefined);
  });
});
