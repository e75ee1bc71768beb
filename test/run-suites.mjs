// Runs test suites, each in a process of its own, so that none can lean on another, and adds up what they tell. A suite
// never passes by silence: one that dies, hangs, or finds no test is a failure.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
// Not mocha's own command, which would start one process more, that no limit could end.
const mocha = path.join(here, '..', 'node_modules', 'mocha', 'lib', 'cli', 'cli.js');
const reporter = path.join(here, 'support', 'tally-reporter.cjs');

/**
 * Runs `test/<suite>/**` below `root` for each suite, a line for each, and closes with the line of all. A suite given as
 * `{ suite, program }` is run by that program of its own, which leaves its tally where SEGUE_TALLY says. Resolves to the
 * exit status: 0 when something passed and nothing failed. A suite has `limitMs`, and once it has told its result
 * `restMs` to end.
 */
export async function runSuites({ root, suites, long, limitMs, restMs = 60_000 }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'segue-tests-'));
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const one of suites) {
    const { suite, program } = typeof one === 'string' ? { suite: one } : one;
    const began = Date.now();
    const tally = await runSuite({
      root,
      suite,
      program,
      long,
      limitMs,
      restMs,
      tallyFile: path.join(folder, `${suite}.json`),
    });
    for (const key of Object.keys(total)) total[key] += tally[key];
    const seconds = Math.round((Date.now() - began) / 100) / 10;
    say(`${suite}: ${counts(tally)} in ${seconds} s`);
    for (const title of tally.titles ?? []) say(`  skipped: ${title}`);
  }
  rmSync(folder, { recursive: true, force: true });
  say(counts(total));
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

function runSuite({ root, suite, program, long, limitMs, restMs, tallyFile }) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const nodeOptions = manifest.mocha['node-option'].map((option) => `--${option}`);
  const mochaArgs = [mocha, '--reporter', reporter, '--spec', `test/${suite}/**/*.test.ts`];
  if (long) mochaArgs.push('--timeout', '900000');
  const args = [...nodeOptions, ...(program === undefined ? mochaArgs : [program])];
  const env = { ...process.env, SEGUE_TALLY: tallyFile };
  // Only the runner says which version of the tests this is.
  delete env.SEGUE_LONG;
  if (long) env.SEGUE_LONG = '1';
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    let late;
    const endIn = (ms, why) =>
      setTimeout(() => {
        late = why;
        child.kill('SIGKILL');
      }, ms);
    const timers = [endIn(limitMs, `did not end within ${limitMs / 60_000} minutes`)];
    const watch = setInterval(() => {
      if (!existsSync(tallyFile)) return;
      clearInterval(watch);
      timers.push(endIn(restMs, 'told its result and did not end: something it began is still open'));
    }, 500);
    child.on('close', (code, signal) => {
      clearInterval(watch);
      for (const timer of timers) clearTimeout(timer);
      const tally = existsSync(tallyFile) ? JSON.parse(readFileSync(tallyFile, 'utf8')) : undefined;
      const fault = faultOf({ tally, code, signal, late });
      if (fault !== undefined) say(`  failed: the suite ${suite} ${fault}`);
      const { passed = 0, failed = 0, skipped = 0, titles } = tally ?? {};
      resolve({ passed, failed: failed + (fault === undefined ? 0 : 1), skipped, titles });
    });
  });
}

/** What is wrong with a suite beside the tests that failed; undefined when nothing is. */
function faultOf({ tally, code, signal, late }) {
  if (late !== undefined) return late;
  if (tally === undefined) return `ended with ${signal ?? `status ${code}`} and without a result`;
  if (tally.passed + tally.failed + tally.skipped === 0) return 'has no test';
  if (code !== 0 && tally.failed === 0)
    return `ended with ${signal ?? `status ${code}`} although no test failed`;
  return undefined;
}

function counts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
