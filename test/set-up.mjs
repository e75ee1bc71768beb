// Makes a fresh checkout ready: installs what the lock file names, and builds. Plain Node, nothing installed needed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const stamp = path.join(root, 'node_modules', '.segue-lock');
const leastNode = 20;

/** Runs `npm ci` when the installed packages are not those of the lock file. Says so when it takes a while. */
export function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < leastNode)
    fail(
      `Node ${leastNode} or newer is needed, this is ${process.versions.node}; install it and run this again`,
    );
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stderr.write('Installing packages (npm ci), this takes about half a minute…\n');
  run(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    'npm ci failed; check the connection to the package registry and run this again',
  );
  writeFileSync(stamp, lock);
}

/** Builds `dist` when a source file is newer than it. */
export function ensureBuilt() {
  const built = path.join(root, 'dist', 'cli.cjs');
  const newest = Math.max(
    ...['src', 'webview', 'prompts', 'esbuild.mjs', 'package-lock.json'].map((name) =>
      newestIn(path.join(root, name)),
    ),
  );
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  run(process.execPath, ['esbuild.mjs'], 'the build failed');
}

function newestIn(place) {
  const found = statSync(place);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(place).map((name) => newestIn(path.join(place, name))));
}

function run(command, args, message) {
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' };
  const { status } = spawnSync(command, args, options);
  if (status !== 0) fail(message);
}

function fail(message) {
  process.stderr.write(`segue: ${message}\n`);
  process.exit(1);
}
