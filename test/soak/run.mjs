// `npm run soak -- --turns N --seed S`: sets up what is needed and lets the soak run with the loader of the tests.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root } from '../set-up.mjs';

ensureInstalled();
const program = path.join(root, 'test', 'soak', 'main.ts');
const { status } = spawnSync(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
