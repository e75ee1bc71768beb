// Where paths of a model lead, and that none gets out of the workspace.

import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { nodeWorkspaceFiles } from '../../../../src/adapters/files/node-workspace-files.ts';
import { Workspace, type Place } from '../../../../src/core/tools/workspace.ts';
import { isBelow } from '../../../../src/core/tools/paths.ts';
import { countingIds } from '../../../support/counting-ids.ts';
import { errorOf, never, valueOf } from '../../../support/expect.ts';
import { MemoryWorkspace } from '../../../support/memory-workspace.ts';

describe('Workspace', () => {
  let files: MemoryWorkspace;
  let roots: readonly string[];
  const locate = async (given: string): Promise<Place> =>
    valueOf(await new Workspace(files, () => roots).locate(given, never));
  /** How the place is told, marked when it is outside or not there. */
  const told = async (given: string): Promise<string> => {
    const { shown, isInside, exists } = await locate(given);
    return `${isInside ? '' : 'outside '}${shown}${exists ? '' : ' (new)'}`;
  };

  beforeEach(() => {
    files = new MemoryWorkspace().put('/w/src/a.ts', '').put('/secret', '').put('/w2/b.ts', '');
    roots = ['/w'];
  });

  it('asks no other computer for a path on Windows, unless the workspace is there', async () => {
    const looked: string[] = [];
    const windows = new MemoryWorkspace();
    windows.resolve = async (real) => {
      looked.push(real);
      return { ok: true, value: { real, plain: real, exists: true } };
    };
    const at = (root: string) => new Workspace(windows, () => [root]);
    for (const elsewhere of [
      '\\\\server\\share\\x',
      '//server/share/x',
      '/\\server/share',
      '\\\\?\\UNC\\server\\x',
    ])
      assert.equal(errorOf(await at('C:\\w').locate(elsewhere, never)).kind, 'bad-path', elsewhere);
    assert.deepEqual([...new Set(looked)], ['C:\\w']);
    const share = at('\\\\Server\\share');
    assert.equal(valueOf(await share.locate('\\\\Server\\share\\a.ts', never)).isInside, true);
    assert.equal(errorOf(await share.locate('\\\\other\\share\\a.ts', never)).kind, 'bad-path');
  });

  it('takes paths relative to the folder, and absolute ones', async () => {
    assert.equal(await told('src/a.ts'), 'src/a.ts');
    assert.equal(await told('./src//../src/a.ts'), 'src/a.ts');
    assert.equal(await told('/w/src/a.ts'), 'src/a.ts');
    assert.equal(await told('.'), '.');
    assert.equal(await told('src/new/file'), 'src/new/file (new)');
  });

  it('sees every way out', async () => {
    files
      .link('/w/out', '/')
      .link('/w/file', '../secret')
      .link('/w/hop', 'out')
      .link('/w/src/dangling', '/elsewhere/x');
    assert.equal(await told('../secret'), 'outside /secret');
    assert.equal(await told('src/../../secret'), 'outside /secret');
    assert.equal(await told('/secret'), 'outside /secret');
    assert.equal(await told('file'), 'outside /secret');
    assert.equal(await told('out/secret'), 'outside /secret');
    assert.equal(await told('hop/new'), 'outside /new (new)');
    assert.equal(await told('src/dangling'), 'outside /elsewhere/x (new)');
    assert.equal(await told('../w2/b.ts'), 'outside /w2/b.ts', 'a folder whose name begins like the root');
    assert.equal(await told('..'), 'outside /');
  });

  it('follows links that stay inside', async () => {
    files.link('/w/again', 'src').link('/up', '/w');
    assert.equal(await told('again/a.ts'), 'src/a.ts');
    assert.equal(await told('/up/src/a.ts'), 'src/a.ts');
  });

  it('knows a root that is a link itself', async () => {
    files.link('/project', '/w');
    roots = ['/project'];
    assert.equal(await told('src/a.ts'), 'src/a.ts');
    assert.equal(await told('/w/src/a.ts'), 'src/a.ts');
  });

  it('tells several roots apart by name, and finds what only one of them has', async () => {
    roots = ['/w', '/w2'];
    assert.equal(await told('w/src/a.ts'), 'w/src/a.ts');
    assert.equal(await told('w2/b.ts'), 'w2/b.ts');
    assert.equal(await told('b.ts'), 'w2/b.ts');
    assert.equal(await told('/w2/b.ts'), 'w2/b.ts');
    assert.equal(await told('w2'), 'w2');
    assert.equal(await told('w2/new'), 'w2/new (new)');
    assert.equal(await told('w3/new'), 'w/w3/new (new)');
  });

  it('takes the innermost of roots that lie in one another', async () => {
    roots = ['/w', '/w/src'];
    assert.equal(await told('/w/src/a.ts'), 'src/a.ts');
  });

  it('finds a name that is spelled in another Unicode form on disk, and only that', async () => {
    files.put('/w/Cafe\u0301/re\u0301sume\u0301.md', '');
    assert.equal((await locate('Caf\u00e9/r\u00e9sum\u00e9.md')).real, '/w/Cafe\u0301/re\u0301sume\u0301.md');
    assert.equal((await locate('Caf\u00e9/n\u00e9w.md')).exists, false);
    assert.equal((await locate('caf\u00e9/r\u00e9sum\u00e9.md')).exists, false, 'case counts');
    files.put('/w/Caf\u00e9/other.md', '');
    assert.equal((await locate('Caf\u00e9/other.md')).real, '/w/Caf\u00e9/other.md');
  });

  it('is not led out by a root that is spelled in another Unicode form or case', async () => {
    files.put('/cafe\u0301/secret', '').put('/caf\u00e9/a', '').put('/CAF\u00c9/b', '');
    roots = ['/caf\u00e9'];
    assert.equal(await told('/cafe\u0301/secret'), 'outside /cafe\u0301/secret');
    assert.equal(await told('/CAF\u00c9/b'), 'outside /CAF\u00c9/b');
  });

  it('refuses what is no path', async () => {
    const workspace = new Workspace(files, () => roots);
    for (const given of ['', '  ', 'a\0b', 'a'.repeat(5000)])
      assert.equal(errorOf(await workspace.locate(given, never)).kind, 'bad-path');
    roots = [];
    assert.equal(errorOf(await workspace.locate('a', never)).kind, 'bad-path');
  });
});

describe('Workspace on a real disk', () => {
  const name = fc.constantFrom(
    ...[
      '..',
      '.',
      '',
      'in',
      'out',
      'up',
      'dangling',
      'circle',
      'a',
      'A',
      'new',
      'file',
      'secret',
      'w',
      'cafe\u0301',
      'caf\u00e9',
    ],
  );
  let base: string;

  before(() => {
    base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'segue-confine-')));
    const at = (...names: string[]): string => path.join(base, ...names);
    mkdirSync(at('w/a/in'), { recursive: true });
    mkdirSync(at('w/cafe\u0301'), { recursive: true });
    mkdirSync(at('w-other'));
    writeFileSync(at('secret'), 'x');
    writeFileSync(at('w/file'), 'x');
    symlinkSync('..', at('w/out'));
    symlinkSync(at(), at('w/a/up'));
    symlinkSync('a/in', at('w/in'));
    symlinkSync(at('w-other/none'), at('w/dangling'));
    symlinkSync('circle', at('w/circle'));
    symlinkSync('../../w-other', at('w/a/in/w'));
  });

  after(() => rmSync(base, { recursive: true }));

  it('never takes a path outside for one inside', async () => {
    const root = path.join(base, 'w');
    const workspace = new Workspace(nodeWorkspaceFiles(countingIds()), () => [root]);
    const start = fc.constantFrom('', root, base, `${base}/w-other`, '/');
    await fc.assert(
      fc.asyncProperty(start, fc.array(name, { maxLength: 8 }), async (from, names) => {
        const given = [from, ...names].join('/');
        const located = await workspace.locate(from === '' ? given.slice(1) : given, never);
        if (!located.ok || !located.value.isInside) return;
        const { real } = located.value;
        // What is there decides, as the system sees it at this moment.
        assert.equal(isBelow(nearestReal(real), root), true, `${given} led to ${real}`);
        if (existsSync(real)) assert.equal(realpathSync(real), real);
      }),
      { numRuns: 2000 },
    );
  });
});

/** The real path of the nearest folder above that there is. */
function nearestReal(target: string): string {
  for (let at = target; ; at = path.dirname(at)) if (existsSync(at)) return realpathSync(at);
}
