// `npm test` itself: what it makes of suites that pass, fail, skip, die, hang, or have no test; over tiny suites.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './program.ts';

/** Files of test suites by their name. */
const suites: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  passing: {
    'a.test.ts': "it('one', () => {}); it('two', () => {});",
    'deep/b.test.ts': "it('three', () => {});",
  },
  failing: { 'a.test.ts': "it('fine', () => {}); it('broken', () => { throw new Error('because'); });" },
  skipping: { 'a.test.ts': "it('fine', () => {}); it.skip('left out', () => {}); it('pending');" },
  empty: { 'a.test.ts': "describe('nothing', () => {});" },
  missing: {},
  'not-loading': { 'a.test.ts': "throw new Error('at load');" },
  dying: { 'a.test.ts': "it('dies', () => { process.exit(0); });" },
  killed: { 'a.test.ts': "it('is killed', () => { process.kill(process.pid, 'SIGKILL'); });" },
  'dying-late': {
    'a.test.ts': "it('fine', () => {}); process.on('exit', () => { throw new Error('late'); });",
  },
  hanging: { 'a.test.ts': "it('fine', () => { setInterval(() => {}, 1000); });" },
  telling: {
    'a.test.ts': "it('is ' + (process.env.SEGUE_LONG ?? 'short'), () => { throw new Error('x'); });",
  },
};

/** A program that runs a suite by itself leaves its counts where it is told. */
const program = `import { writeFileSync } from 'node:fs';
const tally = { passed: 4, failed: 0, skipped: 0, titles: [] };
writeFileSync(process.env.SEGUE_TALLY, JSON.stringify(tally));`;

describe('the test runner', function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'segue-runner-'));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const mocha = { 'node-option': ['import=tsx'], extension: ['ts'] };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', mocha }));
    for (const [suite, files] of Object.entries(suites)) {
      for (const [name, text] of Object.entries(files)) {
        const file = path.join(folder, 'test', suite, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, text);
      }
    }
    await writeFile(path.join(folder, 'own.ts'), program);
    await writeFile(path.join(folder, 'silent.ts'), '');
  });

  after(() => rm(folder, { recursive: true }));

  type Suite = string | { readonly suite: string; readonly program: string };

  async function run(names: readonly Suite[], over: { long?: true; limitMs?: number; restMs?: number } = {}) {
    const options = { root: folder, suites: names, long: false, limitMs: 30_000, ...over };
    const runner = JSON.stringify(path.join(root, 'test', 'run-suites.mjs'));
    const code = `import(${runner}).then(async ({ runSuites }) => {
      process.exitCode = await runSuites(${JSON.stringify(options)});
    });`;
    const env = { ...process.env, SEGUE_LONG: 'not by the runner' };
    const child = spawn(process.execPath, ['-e', code], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    const [exit] = (await once(child, 'close')) as [number | null];
    const lines = out.trimEnd().split('\n');
    return {
      exit,
      out,
      last: lines.at(-1),
      of: (suite: string) => lines.find((line) => line.startsWith(`${suite}: `)),
    };
  }

  it('passes when every test passes, and closes with the counts of all alone on a line', async () => {
    const { exit, last, of } = await run(['passing']);
    assert.equal(exit, 0);
    assert.match(of('passing')!, /^passing: 3 passed, 0 failed in \d+(?:\.\d)? s$/);
    assert.equal(last, '3 passed, 0 failed');
  });

  it('counts skipped tests and names them', async () => {
    const { exit, out, last } = await run(['skipping', 'passing']);
    assert.equal(exit, 0);
    assert.match(out, /\n {2}skipped: left out\n {2}skipped: pending\n/);
    assert.equal(last, '4 passed, 0 failed, 2 skipped');
  });

  it('adds what a suite tells that is run by a program of its own', async () => {
    const { exit, of, last } = await run(['passing', { suite: 'elsewhere', program: 'own.ts' }]);
    assert.equal(exit, 0);
    assert.match(of('elsewhere')!, /^elsewhere: 4 passed, 0 failed in /);
    assert.equal(last, '7 passed, 0 failed');
  });

  it('counts a program that leaves no result as one failure', async () => {
    const { exit, out, last } = await run([{ suite: 'elsewhere', program: 'silent.ts' }]);
    assert.equal(exit, 1);
    assert.match(out, /failed: the suite elsewhere ended with status 0 and without a result/);
    assert.equal(last, '0 passed, 1 failed');
  });

  it('waits only so long for a suite that told its result and does not end', async () => {
    const { exit, out, last } = await run(['hanging'], { restMs: 1000 });
    assert.equal(exit, 1);
    assert.match(out, /failed: the suite hanging told its result and did not end/);
    assert.equal(last, '1 passed, 1 failed');
  });

  it('alone says whether the tests are the long ones', async () => {
    assert.match((await run(['telling'])).out, /failed: is short\n/);
    assert.match((await run(['telling'], { long: true })).out, /failed: is 1\n/);
  });

  describe('over suites that fail', () => {
    let ran: Awaited<ReturnType<typeof run>>;
    let hanging: ReturnType<typeof run>;

    before(async () => {
      hanging = run(['hanging'], { limitMs: 6000 });
      ran = await run([
        'failing',
        'dying-late',
        'empty',
        'missing',
        'not-loading',
        'dying',
        'killed',
        'passing',
      ]);
    });

    it('fails, and adds them up', () => {
      assert.equal(ran.exit, 1);
      assert.equal(ran.last, '5 passed, 7 failed');
    });

    it('says which test failed and why', () => {
      assert.match(ran.of('failing')!, /^failing: 1 passed, 1 failed in/);
      assert.match(ran.out, /failed: broken\n/);
      assert.match(ran.out, /because/);
    });

    it('counts a suite that ends badly although its tests passed as one failure more', () => {
      assert.match(ran.out, /failed: the suite dying-late ended with status \d+ although no test failed\n/);
      assert.match(ran.of('dying-late')!, /^dying-late: 1 passed, 1 failed in/);
    });

    const silent: readonly (readonly [string, string, RegExp])[] = [
      ['has no test', 'empty', /has no test\n/],
      ['is not there', 'missing', /ended with status 1 and without a result\n/],
      ['does not load', 'not-loading', /ended with status 1 and without a result\n/],
      ['ends itself', 'dying', /ended with status 0 and without a result\n/],
      ['is killed', 'killed', /ended with SIGKILL and without a result\n/],
    ];

    for (const [what, suite, words] of silent) {
      it(`counts a suite that ${what} as one failure`, () => {
        assert.match(ran.out, new RegExp(`failed: the suite ${suite} ${words.source}`));
        assert.match(ran.of(suite)!, /: 0 passed, 1 failed in/);
      });
    }

    it('ends a suite that does not end by itself and counts it as one failure more', async () => {
      const { exit, out, last } = await hanging;
      assert.match(out, /failed: the suite hanging did not end within 0\.1 minutes\n/);
      assert.equal(last, '1 passed, 1 failed');
      assert.equal(exit, 1);
    });
  });
});
