// `npm run bench`: measures speed and memory of the engine against its budgets, and writes what it found to RESULTS.md.
// `--only ROW` measures one row and writes nothing. The program is compiled once, so that no loader distorts a figure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root } from '../set-up.mjs';

ensureInstalled();
ensureBuilt();

const folder = mkdtempSync(path.join(os.tmpdir(), 'segue-bench-'));
try {
  process.exitCode = await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const { build } = await import('esbuild');
  const program = path.join(folder, 'bench.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/bench/main.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    // Bundled CommonJS packages ask for Node's own modules through require.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  const env = { ...process.env, SEGUE_BENCH_ROOT: root, SEGUE_BENCH_FOLDER: folder };
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
    env,
    stdio: 'inherit',
  });
  return status ?? 1;
}
