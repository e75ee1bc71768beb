// Both searches under the contract, and what only one of them can show.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { walkingSearch } from '../../src/adapters/search/walking-search.ts';
import { findRipgrep, workspaceSearch } from '../../src/adapters/search/workspace-search.ts';
import { errorOf, never, valueOf } from '../support/expect.ts';
import { testRipgrep } from '../support/ripgrep.ts';
import { describeWorkspaceSearch } from './workspace-search.ts';

describeWorkspaceSearch('a walk', async () => walkingSearch);
describeWorkspaceSearch('ripgrep', async () => workspaceSearch(await testRipgrep()));

describe('ripgrep and a walk', () => {
  const names = ['a', 'b.ts', 'c.log', '.d', 'sub', 'out', 'x y', 'e\u0301', '[z]', '!n'];
  let folder: string;

  before(() => {
    folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'segue-search-')));
    const folders = ['', 'sub', 'sub/out', 'out', '.d', 'x y/sub'];
    for (const above of folders) mkdirSync(path.join(folder, above), { recursive: true });
    for (const above of folders) {
      for (const name of names) {
        const file = path.join(folder, above, name);
        if (!existsSync(file)) writeFileSync(file, `text of ${name}\n`);
      }
    }
  });

  after(() => rmSync(folder, { recursive: true }));

  it('find the same, whatever is ignored and whatever is looked for', async function () {
    this.timeout(60_000);
    const ripgrep = workspaceSearch(await testRipgrep());
    const word = fc.constantFrom(
      'a',
      '*',
      '**',
      '*.ts',
      '?',
      'sub',
      'out',
      'x y',
      '.*',
      '[a-c]*',
      '{a,b.ts}',
      '*.{ts,log}',
      '[!a]',
      'e\u0301',
      '\\[z\\]',
    );
    const glob = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('/'));
    const rule = fc
      .tuple(fc.constantFrom('', '!', '/', '!/'), glob, fc.constantFrom('', '/'))
      .filter(([, pattern]) => !pattern.includes('{'))
      .map((parts) => parts.join(''));
    const rules = fc.array(rule, { maxLength: 4 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(rules, rules, glob, fc.boolean(), async (outer, inner, wanted, isRepository) => {
        writeFileSync(path.join(folder, '.gitignore'), outer);
        writeFileSync(path.join(folder, 'sub/.gitignore'), inner);
        if (isRepository) mkdirSync(path.join(folder, '.git'), { recursive: true });
        else rmSync(path.join(folder, '.git'), { recursive: true, force: true });
        for (const roots of [[folder], [path.join(folder, 'sub')]]) {
          const files = { roots, glob: wanted, most: 1000 };
          assert.deepEqual(
            valueOf(await ripgrep.files(files, never)),
            valueOf(await walkingSearch.files(files, never)),
          );
          const text = {
            roots,
            pattern: 'text',
            kind: 'literal',
            caseSensitive: true,
            include: wanted,
            most: 7,
          } as const;
          assert.deepEqual(
            valueOf(await ripgrep.text(text, never)),
            valueOf(await walkingSearch.text(text, never)),
          );
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the search of a host', () => {
  let folder: string;
  const text = {
    pattern: 'x',
    kind: 'literal',
    caseSensitive: true,
    include: undefined,
    most: 9,
  } as const;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'segue-search-'));
    writeFileSync(path.join(folder, 'a.txt'), 'x');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('walks when the executable does not run', async () => {
    writeFileSync(path.join(folder, 'rg'), '#!/none/at/all', { mode: 0o755 });
    for (const executable of [path.join(folder, 'rg'), path.join(folder, 'none'), undefined]) {
      const search = workspaceSearch(executable);
      const found = valueOf(await search.text({ ...text, roots: [folder], include: '*.txt' }, never));
      assert.deepEqual(found.matches, [{ path: path.join(folder, 'a.txt'), line: 1, text: 'x' }]);
      const files = valueOf(await search.files({ roots: [folder], glob: '*.txt', most: 9 }, never));
      assert.deepEqual(files.paths, [path.join(folder, 'a.txt')]);
    }
  });

  it('gives up on a pattern that would take for ever, when it walks', async () => {
    writeFileSync(path.join(folder, 'a.txt'), `${'a'.repeat(40)}!`);
    const search = { ...text, roots: [folder], pattern: '(a+)+$', kind: 'regex' } as const;
    assert.equal(errorOf(await walkingSearch.text(search, never)).kind, 'bad-pattern');
  });

  it('kills ripgrep and answers when it is stopped while it runs', async () => {
    const script = path.join(folder, 'slow');
    const told = path.join(folder, 'pid');
    writeFileSync(script, `#!/bin/sh\necho $$ > ${told}\nexec sleep 1000\n`, { mode: 0o755 });
    const abort = new AbortController();
    const answer = workspaceSearch(script).text({ ...text, roots: [folder] }, abort.signal);
    const pid = await untilWritten(told);
    abort.abort();
    assert.equal(errorOf(await answer).kind, 'other');
    await untilGone(pid);
  });
});

describe('findRipgrep', () => {
  it('takes the first that can be executed: candidates, then the search path', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'segue-search-'));
    const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
    const executable = path.join(folder, name);
    writeFileSync(executable, '', { mode: 0o755 });
    assert.equal(await findRipgrep(['/none', executable], undefined), executable);
    assert.equal(
      await findRipgrep(['/none'], ['relative', '/none', folder].join(path.delimiter)),
      executable,
    );
    assert.equal(await findRipgrep([], ''), undefined);
    rmSync(folder, { recursive: true });
  });
});

async function untilWritten(file: string): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  for (;;) {
    const pid = Number(await readFile(file, 'utf8').catch(() => ''));
    if (pid > 0) return pid;
    await new Promise(setImmediate);
  }
}

/** Fails by the test's own deadline when the process stays. */
async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      // No such process any more, which is what is waited for.
      return;
    }
    await new Promise(setImmediate);
  }
}
