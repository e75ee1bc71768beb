// Bundles tests for the extension host, which loads plain CommonJS: each file of tests by itself, and beside them the
// module that runs them.

import { build, type Plugin } from 'esbuild';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute, because where the bundles lie nothing is installed; the runner and the tests must share one Mocha. */
const mocha = createRequire(import.meta.url).resolve('mocha');
const tally = fileURLToPath(new URL('../support/tally-reporter.cjs', import.meta.url));

const outside: Plugin = {
  name: 'outside',
  setup(plugin) {
    plugin.onResolve({ filter: /^mocha$/ }, () => ({ path: mocha, external: true }));
    plugin.onResolve({ filter: /tally-reporter\.cjs$/ }, () => ({ path: tally, external: true }));
  },
};

/** Returns the path of the module whose `run` runs every `*.test.ts` found in `from`; throws when there is none. */
export async function bundleInHostTests(folders: {
  readonly from: string;
  readonly to: string;
}): Promise<string> {
  const tests = readdirSync(folders.from).filter((name) => name.endsWith('.test.ts'));
  if (tests.length === 0) throw new Error(`there is no test in ${folders.from}`);
  await build({
    entryPoints: [
      fileURLToPath(new URL('run-in-host.ts', import.meta.url)),
      ...tests.map((name) => path.join(folders.from, name)),
    ],
    entryNames: '[name]',
    outdir: folders.to,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: 'inline',
    logLevel: 'warning',
    external: ['vscode'],
    plugins: [outside],
  });
  return path.join(folders.to, 'run-in-host.js');
}
