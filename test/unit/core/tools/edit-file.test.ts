// The tool edit_file over files in memory: where the old text is found, what is kept, and what the model is told.

import assert from 'node:assert/strict';
import { ToolBench } from '../../../support/tool-bench.ts';

describe('edit_file', () => {
  let bench: ToolBench;
  const edit = (old: string, put: string, more: object = {}): Promise<string> =>
    bench.text('edit_file', { path: 'a.txt', old, new: put, ...more });
  const content = (): string | undefined => bench.files.text('/w/a.txt');

  beforeEach(() => {
    bench = new ToolBench();
  });

  describe('the place', () => {
    it('replaces text that stands in the file once, and shows the diff', async () => {
      bench.files.put('/w/a.txt', 'one\ntwo\nthree\n');
      assert.equal(await edit('two', '2'), 'Changed a.txt.\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three');
      assert.equal(content(), 'one\n2\nthree\n');
    });

    it('takes old and new letter by letter', async () => {
      bench.files.put('/w/a.txt', 'a.b $& (x)');
      await edit('a.b $& (x)', "$& $1 $$ $' \\n");
      assert.equal(content(), "$& $1 $$ $' \\n");
    });

    it('says where text stands that stands there more than once, and replaces all when told', async () => {
      bench.files.put('/w/a.txt', 'x\ny\nx x\n');
      assert.equal(
        await edit('x', 'z'),
        'ERROR The old text stands 3 times in a.txt, at lines 1, 3, 3. Quote more around the one you mean, or set all.',
      );
      assert.equal(content(), 'x\ny\nx x\n');
      await edit('x', 'z', { all: true });
      assert.equal(content(), 'z\ny\nz z\n');
    });

    it('shows what stands there when only white space differs', async () => {
      bench.files.put('/w/a.txt', 'if (a) {\n\treturn  b;\n}\n');
      assert.equal(
        await edit('if (a) {\n    return b;\n}', 'x'),
        'ERROR The old text does not stand in a.txt. The same stands at line 1 with other white space:\nif (a) {\n\treturn  b;\n}',
      );
    });

    it('shows the most similar place', async () => {
      bench.files.put('/w/a.txt', 'alpha\nconst total = countOf(items);\nomega\n');
      assert.equal(
        await edit('const total = countAll(items);', 'x'),
        'ERROR The old text does not stand in a.txt. The most similar place begins at line 2:\nconst total = countOf(items);',
      );
      assert.equal(await edit('zzzz qqqq', 'x'), 'ERROR The old text does not stand in a.txt.');
    });

    it('recognises the line numbers of read_file', async () => {
      bench.files.put('/w/a.txt', 'one\ntwo\n');
      assert.match(
        await edit('1\tone\n2\ttwo', 'x'),
        /line numbers of read_file, which do not stand in the file/,
      );
    });

    it('refuses an edit that says nothing', async () => {
      bench.files.put('/w/a.txt', 'one\n');
      assert.match(await edit('', 'x'), /^ERROR old is empty/);
      assert.match(await edit('one', 'one'), /^ERROR old and new are the same/);
    });
  });

  describe('what is kept', () => {
    it('keeps Windows line ends, whichever the model writes', async () => {
      bench.files.put('/w/a.txt', 'one\r\ntwo\r\nthree\r\n');
      await edit('one\ntwo', 'one\nand a half\ntwo');
      assert.equal(content(), 'one\r\nand a half\r\ntwo\r\nthree\r\n');
      await edit('two\r\nthree', 'three\n');
      assert.equal(content(), 'one\r\nand a half\r\nthree\r\n\r\n');
    });

    it('keeps mixed line ends where nothing is replaced', async () => {
      bench.files.put('/w/a.txt', 'a\r\nb\nc\r\nd\r\n');
      await edit('c\nd', 'c\nD');
      assert.equal(content(), 'a\r\nb\nc\r\nD\r\n');
      await edit('a\r\nb', 'A');
      assert.equal(content(), 'A\nc\r\nD\r\n');
    });

    it('keeps a last line without an end', async () => {
      bench.files.put('/w/a.txt', 'one\ntwo');
      await edit('two', '2');
      assert.equal(content(), 'one\n2');
    });

    it('keeps the encoding: a mark, Latin-1 and UTF-16', async () => {
      bench.files.put('/w/a.txt', '\ufeffone');
      await edit('one', 'é');
      assert.equal(content(), '\ufeffé');
      for (const encoding of ['latin1', 'utf16le'] as const) {
        const text = encoding === 'latin1' ? 'caf\xe9 one' : '\ufeffone';
        bench.files.put(`/w/${encoding}`, Buffer.from(text, encoding));
        await bench.text('edit_file', { path: encoding, old: 'one', new: 'two' });
        assert.equal(
          Buffer.from(bench.files.bytes(`/w/${encoding}`) ?? []).toString(encoding),
          text.replace('one', 'two'),
        );
      }
    });

    it('changes no byte it was not asked to change where the encoding lacks a character of the new text', async () => {
      const bytes = Buffer.from('caf\xe9 one', 'latin1');
      bench.files.put('/w/a.txt', bytes);
      assert.match(await edit('one', '語'), /^ERROR a\.txt is no UTF-8 .* nothing was written/);
      assert.deepEqual([...(bench.files.bytes('/w/a.txt') ?? [])], [...bytes]);
    });

    it('changes no byte it was not asked to change behind a byte order mark', async () => {
      for (const bytes of [
        [0xef, 0xbb, 0xbf, 0x41, 0xff, 0x42],
        [0xff, 0xfe, 0x41, 0, 0x42, 0, 0x43],
        [0xff, 0xfe, 0x41, 0, 0, 0xd8, 0x42, 0],
      ]) {
        bench.files.put('/w/a.txt', Uint8Array.from(bytes));
        await bench.text('read_file', { path: 'a.txt' });
        assert.match(
          await edit('A', 'x'),
          /^ERROR a\.txt has a byte order mark and bytes that are not valid/,
        );
        assert.match(
          await bench.text('write_file', { path: 'a.txt', content: 'x' }),
          /^ERROR a\.txt has a byte/,
        );
        assert.deepEqual([...(bench.files.bytes('/w/a.txt') ?? [])], bytes);
      }
    });

    it('breaks no character in two', async () => {
      bench.files.put('/w/a.txt', 'one 😀');
      assert.match(await edit('\ud83d', 'x'), /^ERROR The new text of a\.txt has half a character/);
      assert.equal(content(), 'one 😀');
    });
  });

  describe('files that cannot be edited', () => {
    it('refuses a file that was changed since it was read', async () => {
      bench.files.put('/w/a.txt', 'one\n');
      await bench.text('read_file', { path: 'a.txt' });
      bench.files.put('/w/a.txt', 'one\ntheirs\n');
      assert.match(await edit('one', 'x'), /^ERROR a\.txt was changed since you read it/);
      assert.equal(content(), 'one\ntheirs\n');
      await bench.text('read_file', { path: 'a.txt' });
      assert.match(await edit('one', 'x'), /^Changed/);
    });

    it('still refuses it after a compaction', async () => {
      bench.files.put('/w/a.txt', 'one\n');
      await bench.text('read_file', { path: 'a.txt' });
      bench.set.forgetReads();
      bench.files.put('/w/a.txt', 'one\ntheirs\n');
      assert.match(await edit('one', 'x'), /^ERROR a\.txt was changed since you read it/);
    });

    it('edits what it has just written itself, and files it never read', async () => {
      bench.files.put('/w/a.txt', 'one\n');
      assert.match(await edit('one', 'two'), /^Changed/);
      assert.match(await edit('two', 'three'), /^Changed/);
    });

    it('does edits of one file that come at the same time one after the other', async () => {
      bench.files.put('/w/a.txt', 'a b c d e f g h\n');
      const done = await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => edit(letter, letter.toUpperCase())),
      );
      assert.deepEqual(
        done.filter((text) => !text.startsWith('Changed')),
        [],
      );
      assert.equal(content(), 'A B C D E F G H\n');
    });

    it('refuses binary files, folders, devices and what is not there, and tells a full disk', async () => {
      bench.files.put('/w/a.txt', 'x\0y');
      assert.match(await edit('x', 'z'), /^ERROR a\.txt is binary/);
      const at = (path: string): Promise<string> => bench.text('edit_file', { path, old: 'x', new: 'z' });
      bench.files.folder('/w/folder').special('/w/pipe').put('/w/full.txt', 'x').put('/w/closed.txt', 'x');
      assert.match(await at('folder'), /^ERROR folder is a folder/);
      assert.match(await at('pipe'), /^ERROR pipe is a device/);
      assert.match(await at('full.tx'), /^ERROR There is no full\.tx\. Similar: full\.txt\.$/);
      bench.files.close('/w/closed.txt');
      assert.match(await at('closed.txt'), /^ERROR The system does not allow access/);
      bench.files.fill();
      assert.match(
        await at('full.txt'),
        /^ERROR There is no room left on the disk for full\.txt; nothing was changed\.$/,
      );
    });
  });

  it('shows only the beginning of a large diff', async () => {
    const lines = Array.from({ length: 2000 }, (_, at) => `line ${at}`);
    bench.files.put('/w/a.txt', lines.join('\n'));
    const text = await edit('line', 'LINE', { all: true });
    assert.ok(text.length < 8500);
    assert.match(text, /\[segue: \d+ more characters of the diff are not shown\]$/);
  });

  it('tells which file was changed', async () => {
    bench.files.put('/w/a.txt', 'one');
    const outcome = await bench.run('edit_file', { path: 'a.txt', old: 'one', new: 'two' });
    assert.deepEqual(outcome.touches, [{ path: '/w/a.txt', access: 'modified' }]);
  });
});
