// What every search owes the tools: whichever is there, the same files are looked at and the same lines are found.

import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SearchFault, TextSearch, WorkspaceSearch } from '../../src/core/tools/workspace-files.ts';
import { aborted, errorOf, never, valueOf } from '../support/expect.ts';

type Tree = Readonly<Record<string, string | Uint8Array>>;

export function describeWorkspaceSearch(name: string, start: () => Promise<WorkspaceSearch>): void {
  describe(`the contract of search: ${name}`, () => {
    let search: WorkspaceSearch;
    let root: string;

    const write = (tree: Tree): void => {
      for (const [file, content] of Object.entries(tree)) {
        mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
        writeFileSync(path.join(root, file), content);
      }
    };
    const repository = (folder = '.'): void =>
      void mkdirSync(path.join(root, folder, '.git'), { recursive: true });
    const relative = (file: string): string => path.relative(root, file).split(path.sep).join('/');
    const filesBelow = async (folder: string, glob: string): Promise<readonly string[]> => {
      const found = valueOf(await search.files({ roots: [path.join(root, folder)], glob, most: 100 }, never));
      return found.paths.map(relative);
    };
    const files = (glob: string): Promise<readonly string[]> => filesBelow('.', glob);
    const asked = (pattern: string, more: Partial<TextSearch> = {}): TextSearch => ({
      roots: [root],
      pattern,
      kind: 'literal',
      caseSensitive: true,
      include: undefined,
      most: 100,
      ...more,
    });
    const lines = async (pattern: string, more: Partial<TextSearch> = {}): Promise<readonly string[]> => {
      const found = valueOf(await search.text(asked(pattern, more), never));
      return found.matches.map((match) => `${relative(match.path)}:${match.line}: ${match.text}`);
    };
    const regex = (pattern: string): Promise<readonly string[]> => lines(pattern, { kind: 'regex' });
    const fault = async (pattern: string, more: Partial<TextSearch> = {}): Promise<SearchFault> =>
      errorOf(await search.text(asked(pattern, more), never));

    before(async () => {
      search = await start();
    });

    beforeEach(() => {
      root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'segue-search-')));
    });

    afterEach(() => rmSync(root, { recursive: true }));

    describe('which files are looked at', () => {
      it('finds files at any depth, sorted name by name', async () => {
        write({ 'b.ts': '', 'a/z.ts': '', 'a/b/c.ts': '', 'a.ts': '', 'B.ts': '', 'é.ts': '', 'a-b.ts': '' });
        assert.deepEqual(await files('*.ts'), [
          'B.ts',
          'a/b/c.ts',
          'a/z.ts',
          'a-b.ts',
          'a.ts',
          'b.ts',
          'é.ts',
        ]);
      });

      it('understands globs', async () => {
        write({
          'a.ts': '',
          'src/a.ts': '',
          'src/b.tsx': '',
          'src/x/a.ts': '',
          'src/x/c.md': '',
          'a{b}.ts': '',
        });
        assert.deepEqual(await files('src/*.ts'), ['src/a.ts']);
        assert.deepEqual(await files('/a.ts'), ['a.ts']);
        assert.deepEqual(await files('./src/a.ts'), ['src/a.ts']);
        assert.deepEqual(await files('src/**'), ['src/a.ts', 'src/b.tsx', 'src/x/a.ts', 'src/x/c.md']);
        assert.deepEqual(await files('src/**/*.ts'), ['src/a.ts', 'src/x/a.ts']);
        assert.deepEqual(await files('**/x/*'), ['src/x/a.ts', 'src/x/c.md']);
        assert.deepEqual(await files('*.{md,tsx}'), ['src/b.tsx', 'src/x/c.md']);
        assert.deepEqual(await files('{src,lib}/a.ts'), ['src/a.ts']);
        assert.deepEqual(await files('[bc].*'), ['src/b.tsx', 'src/x/c.md']);
        assert.deepEqual(await files('[!ab].*'), ['src/x/c.md']);
        assert.deepEqual(await files('?.tsx'), ['src/b.tsx']);
        assert.deepEqual(await files('a\\{b\\}.ts'), ['a{b}.ts']);
        assert.deepEqual(await files('src'), []);
        assert.deepEqual(await files('A.ts'), []);
      });

      it('says which glob cannot be used', async () => {
        for (const glob of ['!*.ts', '{a', 'a}', '[a', 'src/', 'a\\']) {
          const found = errorOf(await search.files({ roots: [root], glob, most: 10 }, never));
          assert.equal(found.kind, 'bad-pattern', glob);
          assert.equal((await fault('x', { include: glob })).kind, 'bad-pattern', glob);
        }
      });

      it('leaves out what the ignore files of a repository hide, innermost first, and shows what they bring back', async () => {
        repository();
        write({
          '.gitignore': 'out/\n*.log\n!keep.log\n/top.txt\n# comment\n',
          'sub/.gitignore': '!two.log\nlocal.txt\n',
          'a.txt': 'found',
          'top.txt': 'found',
          'one.log': 'found',
          'keep.log': 'found',
          'out/a.txt': 'found',
          'sub/out/b.txt': 'found',
          'sub/two.log': 'found',
          'sub/top.txt': 'found',
          'sub/local.txt': 'found',
        });
        const seen = ['a.txt', 'keep.log', 'sub/top.txt', 'sub/two.log'];
        assert.deepEqual(await files('*.{txt,log}'), seen);
        assert.deepEqual(
          await lines('found'),
          seen.map((file) => `${file}:1: found`),
        );
        assert.deepEqual(await files('*.log'), ['keep.log', 'sub/two.log'], 'a glob brings nothing back');
        assert.deepEqual(await lines('found', { include: '*.log' }), [
          'keep.log:1: found',
          'sub/two.log:1: found',
        ]);
        assert.deepEqual(await lines('found', { include: 'sub/**' }), [
          'sub/top.txt:1: found',
          'sub/two.log:1: found',
        ]);
      });

      it('knows the rules of the repository around the folder', async () => {
        repository();
        write({
          '.gitignore': 'out\n/sub/only.txt\n',
          'sub/only.txt': '',
          'sub/out/a.txt': '',
          'sub/b.txt': '',
        });
        assert.deepEqual(await filesBelow('sub', '*.txt'), ['sub/b.txt']);
      });

      it('looks into an ignored folder that was named', async () => {
        repository();
        write({ '.gitignore': 'out/\n', 'out/a.txt': 'x', 'out/b/c.txt': 'x' });
        assert.deepEqual(await filesBelow('out', '*.txt'), ['out/a.txt', 'out/b/c.txt']);
      });

      it('starts anew in a repository inside a repository', async () => {
        repository();
        repository('inner');
        write({ '.gitignore': '*.txt\n', 'a.txt': '', 'inner/b.txt': '' });
        assert.deepEqual(await files('*.txt'), ['inner/b.txt']);
      });

      it('respects ignore files where there is no repository, but none above the folder', async () => {
        write({
          '.gitignore': '*.txt\n',
          'sub/.gitignore': 'a.md\n',
          'sub/a.md': '',
          'sub/b.md': '',
          'sub/c.txt': '',
        });
        assert.deepEqual(await files('*.{md,txt}'), ['sub/b.md']);
        assert.deepEqual(await filesBelow('sub', '*.{md,txt}'), ['sub/b.md', 'sub/c.txt']);
      });

      it('looks at hidden files, but never into version control', async () => {
        repository();
        write({
          '.git/config': 'x',
          '.github/flow.yml': 'x',
          '.env': 'x',
          'sub/.git': 'x',
          '.ignore': 'flow.yml\n',
        });
        assert.deepEqual(await files('**'), ['.env', '.github/flow.yml', '.ignore']);
        assert.deepEqual(await lines('x'), ['.env:1: x', '.github/flow.yml:1: x']);
      });

      it('follows no link', async () => {
        write({ 'real/a.txt': 'x' });
        symlinkSync(path.join(root, 'real'), path.join(root, 'folder'));
        symlinkSync(path.join(root, 'real/a.txt'), path.join(root, 'file.txt'));
        assert.deepEqual(await files('*.txt'), ['real/a.txt']);
        assert.deepEqual(await lines('x'), ['real/a.txt:1: x']);
      });

      it('looks at a file that is named, whatever ignores it', async () => {
        repository();
        write({ '.gitignore': '*.log\n', 'a.log': 'x', 'b.log': 'x' });
        const roots = [path.join(root, 'a.log')];
        assert.deepEqual(await lines('x', { roots }), ['a.log:1: x']);
        assert.deepEqual(valueOf(await search.files({ roots, glob: '*.log', most: 9 }, never)).paths, roots);
      });

      it('finds nothing below a folder that is not there', async () => {
        assert.deepEqual(await filesBelow('none', '**'), []);
        assert.deepEqual(await lines('x', { roots: [path.join(root, 'none')] }), []);
      });

      it('leaves out binary files, wherever the NUL stands, and files above 32 MB', async () => {
        write({
          'a.bin': 'x\n\0',
          'b.bin': `x\n${'y\n'.repeat(200_000)}\0`,
          'c.txt': 'x',
          'huge.txt': 'x\n',
        });
        truncateSync(path.join(root, 'huge.txt'), 33 * 1024 * 1024);
        assert.deepEqual(await lines('x'), ['c.txt:1: x']);
      });
    });

    describe('which lines are found', () => {
      it('gives every matching line once, with its number, files in order', async () => {
        write({ 'b.txt': 'one\ntwo two\nthree', 'a/c.txt': 'two\r\n', 'empty.txt': '' });
        assert.deepEqual(await lines('two'), ['a/c.txt:1: two', 'b.txt:2: two two']);
        assert.deepEqual(await lines('three'), ['b.txt:3: three']);
      });

      it('takes a literal pattern letter by letter', async () => {
        write({ 'a.txt': 'a.b(c)[d]*$^|\\-+?{1}\naxb' });
        assert.deepEqual(await lines('a.b(c)[d]*$^|\\-+?{1}'), ['a.txt:1: a.b(c)[d]*$^|\\-+?{1}']);
        assert.deepEqual(await lines('-+?'), ['a.txt:1: a.b(c)[d]*$^|\\-+?{1}']);
      });

      it('understands regular expressions', async () => {
        write({ 'a.txt': 'import x\nexport  y\r\nfoobar\nÄrger\nfoo-bar "q"\n' });
        assert.deepEqual(await regex('^(im|ex)port\\s+\\w$'), ['a.txt:1: import x', 'a.txt:2: export  y']);
        assert.deepEqual(await regex('foo(?=bar)'), ['a.txt:3: foobar']);
        assert.deepEqual(await regex('\\p{Lu}'), ['a.txt:4: Ärger']);
        assert.deepEqual(await regex('foo\\-bar \\"q\\"'), ['a.txt:5: foo-bar "q"']);
      });

      it('does not mind case when told so', async () => {
        write({ 'a.txt': 'Foo\nÉTÉ\n' });
        assert.deepEqual(await lines('foo'), []);
        assert.deepEqual(await lines('foo', { caseSensitive: false }), ['a.txt:1: Foo']);
        assert.deepEqual(await lines('été', { caseSensitive: false }), ['a.txt:2: ÉTÉ']);
      });

      it('reads UTF-8 with a mark, UTF-16 and bytes that are neither', async () => {
        write({
          'latin.txt': Buffer.from('caf\xe9 here', 'latin1'),
          'mark.txt': '\ufeffhere',
          'wide.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('here\n', 'utf16le')]),
        });
        assert.deepEqual(await lines('here'), [
          'latin.txt:1: caf\ufffd here',
          'mark.txt:1: here',
          'wide.txt:1: here',
        ]);
        assert.deepEqual(await regex('^here'), ['mark.txt:1: here', 'wide.txt:1: here']);
      });

      it('cuts long lines around the match', async () => {
        write({ 'a.min.js': `${'🚀'.repeat(5000)}needle${'b'.repeat(5000)}` });
        const [line = ''] = await lines('needle');
        assert.equal(line, `a.min.js:1: …${'🚀'.repeat(100)}needle${'b'.repeat(194)}…`);
      });

      it('says what cannot be a pattern', async () => {
        assert.equal((await fault('(', { kind: 'regex' })).kind, 'bad-pattern');
        assert.equal((await fault('')).kind, 'bad-pattern');
        assert.equal((await fault('a\nb')).kind, 'bad-pattern');
        assert.equal((await fault('a\\nb', { kind: 'regex' })).kind, 'bad-pattern');
      });
    });

    describe('how much is found', () => {
      it('gives the first lines and says that there are more', async () => {
        write({ 'a.txt': 'x\nx\n', 'b.txt': 'x\nx\nx\n' });
        const some = async (most: number) => {
          const { matches, more } = valueOf(await search.text(asked('x', { most }), never));
          return { found: matches.map((match) => `${relative(match.path)}:${match.line}`), more };
        };
        assert.deepEqual(await some(3), { found: ['a.txt:1', 'a.txt:2', 'b.txt:1'], more: true });
        assert.deepEqual(await some(2), { found: ['a.txt:1', 'a.txt:2'], more: true });
        assert.deepEqual((await some(5)).more, false);
      });

      it('gives the first paths and says that there are more', async () => {
        write({ 'a.txt': '', 'b.txt': '', 'c.txt': '' });
        const two = valueOf(await search.files({ roots: [root], glob: '*', most: 2 }, never));
        assert.deepEqual(two.paths.map(relative), ['a.txt', 'b.txt']);
        assert.equal(two.more, true);
        assert.equal(valueOf(await search.files({ roots: [root], glob: '*', most: 3 }, never)).more, false);
      });

      it('looks at several roots in the order they are given', async () => {
        write({ 'b/1.txt': 'x', 'a/2.txt': 'x' });
        const roots = [path.join(root, 'b'), path.join(root, 'a')];
        assert.deepEqual(await lines('x', { roots }), ['b/1.txt:1: x', 'a/2.txt:1: x']);
        assert.deepEqual(
          valueOf(await search.files({ roots, glob: '*.txt', most: 9 }, never)).paths.map(relative),
          ['b/1.txt', 'a/2.txt'],
        );
        assert.equal(valueOf(await search.text(asked('x', { roots, most: 1 }), never)).more, true);
      });

      it('answers when it is stopped', async () => {
        write({ 'a.txt': 'x' });
        assert.equal(errorOf(await search.text(asked('x'), aborted)).kind, 'other');
        assert.equal(
          errorOf(await search.files({ roots: [root], glob: '*', most: 9 }, aborted)).kind,
          'other',
        );
      });
    });
  });
}
