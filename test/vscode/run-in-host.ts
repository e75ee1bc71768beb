// What the extension host runs: every bundled test beside it. The outcome goes to the file named by SEGUE_TALLY, too.

import Mocha from 'mocha';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import TallyReporter from '../support/tally-reporter.cjs';

/** Rejects when a test failed, or when there was none. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 60_000, reporter: TallyReporter });
  const grep = process.env['SEGUE_GREP'];
  if (grep !== undefined) mocha.grep(grep);
  for (const name of readdirSync(__dirname)) {
    if (name.endsWith('.test.js')) mocha.addFile(path.join(__dirname, name));
  }
  let runner: Mocha.Runner | undefined;
  const failures = await new Promise<number>((resolve) => {
    runner = mocha.run(resolve);
  });
  if (runner?.stats?.tests === 0) throw new Error('no test was run');
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
