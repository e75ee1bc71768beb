// The tools over a real folder, with everything in it that a disk can hold against them.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nodeWorkspaceFiles } from '../../src/adapters/files/node-workspace-files.ts';
import { walkingSearch } from '../../src/adapters/search/walking-search.ts';
import { countingIds } from '../support/counting-ids.ts';
import { ToolBench } from '../support/tool-bench.ts';

describe('the tools on a real disk', () => {
  let base: string;
  let bench: ToolBench;
  const at = (...names: string[]): string => path.join(base, 'w', ...names);

  beforeEach(() => {
    base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'segue-tools-')));
    mkdirSync(at('src'), { recursive: true });
    writeFileSync(at('src/a.ts'), 'const one = 1;\nconst two = 2;\n');
    bench = new ToolBench([], { files: nodeWorkspaceFiles(countingIds()), search: walkingSearch });
    bench.roots = [at()];
  });

  afterEach(() => rmSync(base, { recursive: true }));

  it('look around, read, search, edit and write', async () => {
    assert.equal(await bench.text('list_folder', {}), 'src/');
    assert.equal(await bench.text('find_files', { glob: '*.ts' }), 'src/a.ts');
    assert.equal(await bench.text('search_text', { pattern: 'two =' }), 'src/a.ts:2: const two = 2;');
    assert.match(
      await bench.text('read_file', { path: 'src/a.ts' }),
      /^1\tconst one = 1;\n2\tconst two = 2;\n/,
    );
    assert.match(
      await bench.text('edit_file', { path: 'src/a.ts', old: 'two = 2', new: 'two = 3' }),
      /^\+const two = 3;$/m,
    );
    assert.equal(readFileSync(at('src/a.ts'), 'utf8'), 'const one = 1;\nconst two = 3;\n');
    assert.match(await bench.text('write_file', { path: 'new/b.ts', content: 'x\n' }), /^Created new\/b\.ts/);
    assert.equal(readFileSync(at('new/b.ts'), 'utf8'), 'x\n');
  });

  it('read the first lines of a file of 1 GB, and search past it', async () => {
    writeFileSync(at('huge.log'), `first\nsecond\n${'more\n'.repeat(5000)}`);
    truncateSync(at('huge.log'), 1024 ** 3);
    assert.equal(
      await bench.text('read_file', { path: 'huge.log', limit: 2 }),
      '1\tfirst\n2\tsecond\n[segue: more follows: read_file {"path":"huge.log","offset":3}]',
    );
    const edge = await bench.text('read_file', { path: 'huge.log', offset: 5002 });
    assert.ok(edge.startsWith(`5002\tmore\n5003\t${'\0'.repeat(2000)}…\n[segue: `), edge.slice(0, 100));
    assert.match(
      await bench.text('edit_file', { path: 'huge.log', old: 'first', new: 'x' }),
      /^ERROR huge\.log has 1073741824 bytes/,
    );
    assert.equal(await bench.text('search_text', { pattern: 'one =' }), 'src/a.ts:1: const one = 1;');
  });

  it('open no pipe and no device, also when the person allows it', async () => {
    execFileSync('mkfifo', [at('pipe')]);
    symlinkSync('/dev/zero', at('zero'));
    for (const name of ['pipe', 'zero']) {
      const refused = /^ERROR \S+ is a device, a pipe or a socket and is never opened\.$/;
      assert.match(await bench.text('read_file', { path: name }), refused);
      assert.match(await bench.text('edit_file', { path: name, old: 'a', new: 'b' }), refused);
      assert.match(await bench.text('write_file', { path: name, content: 'a' }), refused);
    }
    assert.equal(await bench.text('search_text', { pattern: 'one =' }), 'src/a.ts:1: const one = 1;');
  });

  it('edit the file behind a link and leave the link and the mode alone', async () => {
    writeFileSync(at('run.sh'), 'old\n', { mode: 0o755 });
    symlinkSync('../run.sh', at('src/link.sh'));
    assert.match(
      await bench.text('edit_file', { path: 'src/link.sh', old: 'old', new: 'new' }),
      /^Changed run\.sh/,
    );
    assert.equal(lstatSync(at('src/link.sh')).isSymbolicLink(), true);
    assert.equal(readFileSync(at('run.sh'), 'utf8'), 'new\n');
    assert.equal(statSync(at('run.sh')).mode & 0o777, 0o755);
  });

  it('write nothing outside that the person did not give, whichever way it goes out', async () => {
    symlinkSync(path.join(base, 'made'), at('dangling'));
    symlinkSync(base, at('up'));
    bench.onPermit = () => ({ answer: 'deny', why: undefined });
    for (const out of ['dangling', 'up/made', '../made', path.join(base, 'made'), 'src/../../made'])
      assert.match(
        await bench.text('write_file', { path: out, content: 'x' }),
        /^ERROR The person did not allow this/,
      );
    assert.equal(existsSync(path.join(base, 'made')), false);
    assert.deepEqual(
      new Set(bench.questions.map(({ subject }) => subject)),
      new Set([path.join(base, 'made')]),
    );
  });

  it('see that somebody else saved the file', async () => {
    await bench.text('read_file', { path: 'src/a.ts' });
    writeFileSync(at('src/a.ts'), 'const one = 1;\nconst three = 3;\n');
    assert.match(
      await bench.text('edit_file', { path: 'src/a.ts', old: 'one', new: 'x' }),
      /^ERROR src\/a\.ts was changed/,
    );
    assert.match(await bench.text('read_file', { path: 'src/a.ts' }), /three/);
    assert.match(await bench.text('edit_file', { path: 'src/a.ts', old: 'one', new: 'x' }), /^Changed/);
  });

  it('tell names apart that differ in case', async function () {
    if (existsSync(at('SRC'))) {
      console.log('    names that differ in case: this disk does not tell them apart');
      this.skip();
    }
    assert.equal(
      await bench.text('read_file', { path: 'src/A.ts' }),
      'ERROR There is no src/A.ts. Similar: src/a.ts.',
    );
    assert.equal(
      await bench.text('read_file', { path: 'src/a.ts', limit: 1 }).then((text) => text.slice(0, 3)),
      '1\tc',
    );
  });
});
