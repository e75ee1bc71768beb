// The command line of a checkout, `npm run segue -- …`, and, in the long version, a fresh clone that sets itself up with an
// empty home.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { root, usesProgram } from './program.ts';
import { importSample, sampleFile, usesFolder } from './sample.ts';

interface NpmOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs npm in the checkout at `cwd` and returns what was printed. */
async function npm(words: readonly string[], { cwd = root, env = process.env }: NpmOptions = {}) {
  const child = spawn('npm', words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [exit] = (await once(child, 'close')) as [number | null];
  return { exit, out, err };
}

describe('a checkout', function () {
  this.timeout(60_000);
  usesProgram();
  const place = usesFolder();

  it('runs the program with npm run segue, taking paths from where the person is', async () => {
    const session = await importSample(place.folder);
    const folder = path.join(place.folder, 'elsewhere');
    await mkdir(folder);
    const words = [
      '--prefix',
      root,
      '--silent',
      'run',
      'segue',
      '--',
      'segments',
      `../${path.basename(session)}`,
    ];
    const { exit, out } = await npm(words, { cwd: folder });
    assert.match(out, /^ {2}1 {2}active/);
    assert.equal(exit, 0);
  });

  it('passes on the status of the program', async () => {
    const { exit, err } = await npm(['--silent', 'run', 'segue', '--', 'show', 'nothing-there']);
    assert.match(err, /^segue: nothing is at "nothing-there"/);
    assert.equal(exit, 1);
    assert.equal((await npm(['--silent', 'run', 'segue', '--', 'shwo'])).exit, 2);
  });

  if (process.env['SEGUE_LONG'] !== undefined) {
    it('sets itself up in a fresh clone with an empty home', async function () {
      this.timeout(600_000);
      const clone = path.join(place.folder, 'clone');
      const home = path.join(place.folder, 'home');
      await mkdir(clone);
      await mkdir(home);
      const copy = 'git ls-files -co --exclude-standard -z | tar --null -T - -cf - | tar -C "$0" -xf -';
      execFileSync('sh', ['-c', copy, clone], { cwd: root });
      assert.ok(!existsSync(path.join(clone, 'node_modules')) && !existsSync(path.join(clone, 'dist')));
      const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
      const env = {
        PATH: process.env['PATH'],
        HOME: home,
        npm_config_cache: cache,
        npm_config_update_notifier: 'false',
      };
      const words = ['run', '--silent', 'segue', '--', 'compact', sampleFile, '--sessions', 'sessions'];
      const first = await npm(words, { cwd: clone, env });
      assert.match(first.err, /^Installing packages \(npm ci\), this takes about half a minute…\n$/);
      assert.equal(first.exit, 0);
      assert.match(first.out, /^Conversation compacted/);
      const again = await npm(words, { cwd: clone, env });
      assert.equal(again.err, '');
      assert.match(again.out, /^Conversation compacted/);
    });
  }
});
