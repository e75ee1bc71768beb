// list_folder, find_files, search_text, ask_person and update_todo.

import assert from 'node:assert/strict';
import { err, ok } from '../../../../src/base/result.ts';
import { ToolBench } from '../../../support/tool-bench.ts';

describe('list_folder', () => {
  let bench: ToolBench;

  beforeEach(() => {
    bench = new ToolBench();
  });

  it('lists folders first, with sizes, links and devices', async () => {
    bench.files.put('/w/b.txt', 'four').folder('/w/z').folder('/w/a').link('/w/c', 'b.txt').special('/w/d');
    const expected = 'a/\nz/\nb.txt (4 bytes)\nc (link)\nd (device, pipe or socket)';
    assert.equal(await bench.text('list_folder', {}), expected);
    assert.equal(await bench.text('list_folder', { path: '.' }), expected);
    assert.equal(await bench.text('list_folder', { path: '' }), expected);
    assert.equal(await bench.text('list_folder', { path: 'a' }), '[segue: a is an empty folder]');
  });

  it('keeps a name with a line break on one line', async () => {
    bench.files.put('/w/a\nb', '');
    assert.equal(await bench.text('list_folder', {}), '"a\\nb" (0 bytes)');
  });

  it('lists the folders of a workspace of several', async () => {
    bench.files.folder('/other');
    bench.roots = ['/w', '/other'];
    assert.equal(await bench.text('list_folder', {}), 'w/\nother/');
  });

  it('says what is no folder', async () => {
    bench.files.put('/w/a.txt', '').folder('/w/closed').close('/w/closed');
    assert.match(
      await bench.text('list_folder', { path: 'a.txt' }),
      /^ERROR a\.txt is a file\. Use read_file/,
    );
    assert.match(await bench.text('list_folder', { path: 'none' }), /^ERROR There is no none/);
    assert.match(
      await bench.text('list_folder', { path: 'closed' }),
      /^ERROR The system does not allow access/,
    );
  });
});

describe('find_files', () => {
  it('looks below every root, or below the folder of the call, and tells paths as they can be used again', async () => {
    const bench = new ToolBench();
    bench.files.put('/w/src/a.ts', '').put('/other/b.ts', '');
    bench.paths = ok({ paths: ['/w/src/a.ts'], more: false });
    assert.equal(await bench.text('find_files', { glob: '*.ts', path: 'src' }), 'src/a.ts');
    bench.roots = ['/w', '/other'];
    bench.paths = ok({ paths: ['/w/src/a.ts', '/other/b.ts'], more: true });
    assert.equal(
      await bench.text('find_files', { glob: '*.ts' }),
      'w/src/a.ts\nother/b.ts\n[segue: only the first 500 are shown; use a narrower glob]',
    );
    assert.deepEqual(bench.searches, [
      { roots: ['/w/src'], glob: '*.ts', most: 500 },
      { roots: ['/w', '/other'], glob: '*.ts', most: 500 },
    ]);
  });

  it('looks once where one root lies in another', async () => {
    const bench = new ToolBench();
    bench.files.folder('/w/src');
    bench.roots = ['/w/src', '/w'];
    await bench.text('find_files', { glob: '*' });
    assert.deepEqual(bench.searches, [{ roots: ['/w'], glob: '*', most: 500 }]);
  });

  it('says that nothing matches, and what is wrong with a glob', async () => {
    const bench = new ToolBench();
    assert.equal(await bench.text('find_files', { glob: '*.x' }), 'No file matches "*.x".');
    bench.paths = err({ kind: 'bad-pattern', why: 'a "[" is not closed' });
    assert.equal(
      await bench.text('find_files', { glob: '[' }),
      'ERROR The pattern cannot be used: a "[" is not closed',
    );
  });
});

describe('search_text', () => {
  it('gives path, line and text of each match', async () => {
    const bench = new ToolBench();
    bench.found = ok({ matches: [{ path: '/w/src/a.ts', line: 3, text: 'const a = 1;' }], more: true });
    assert.equal(
      await bench.text('search_text', { pattern: 'a', regex: true, include: '*.ts', ignore_case: true }),
      'src/a.ts:3: const a = 1;\n[segue: only the first 200 lines are shown; search more narrowly]',
    );
    assert.deepEqual(bench.searches, [
      { roots: ['/w'], pattern: 'a', kind: 'regex', caseSensitive: false, include: '*.ts', most: 200 },
    ]);
  });

  it('takes a pattern as text unless told otherwise, and says that nothing was found', async () => {
    const bench = new ToolBench();
    assert.equal(await bench.text('search_text', { pattern: 'a(' }), 'Nothing found.');
    assert.deepEqual(bench.searches, [
      { roots: ['/w'], pattern: 'a(', kind: 'literal', caseSensitive: true, include: undefined, most: 200 },
    ]);
    bench.found = err({ kind: 'other', why: 'it was stopped' });
    assert.match(
      await bench.text('search_text', { pattern: 'a' }),
      /^ERROR The search did not work: it was stopped/,
    );
  });
});

describe('ask_person', () => {
  it('gives the answer, and waits visibly', async () => {
    const bench = new ToolBench();
    bench.onAsk = () => ({ answer: 'said', text: 'the second one' });
    assert.equal(
      await bench.text('ask_person', { question: 'Which?', options: ['a', 'b'] }),
      'the second one',
    );
    assert.deepEqual(bench.progress, ['running', 'waiting', 'running']);
    bench.onAsk = () => ({ answer: 'said', text: ' ' });
    assert.equal(await bench.text('ask_person', { question: 'Which?' }), '(an empty answer)');
  });

  it('says that nobody answered', async () => {
    assert.equal(
      await new ToolBench().text('ask_person', { question: 'Which?' }),
      'ERROR Nobody answered: no one is there. Decide yourself, or stop and say what you need to know.',
    );
  });
});

describe('update_todo', () => {
  it('gives the list to the loop and tells the counts', async () => {
    const items = [
      { text: 'read', state: 'done' },
      { text: 'write', state: 'doing' },
      { text: 'test', state: 'open' },
    ];
    const bench = new ToolBench();
    assert.deepEqual((await bench.run('update_todo', { items })).todo, items);
    assert.equal(await bench.text('update_todo', { items }), 'The list is kept: 1 done, 1 doing, 1 open.');
    assert.match(
      await bench.text('update_todo', { items: [{ text: 'x', state: 'started' }] }),
      /^ERROR The arguments do not fit:\n- items\.0\.state: /,
    );
  });
});
