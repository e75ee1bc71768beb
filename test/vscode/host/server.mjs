// Serves VS Code's workbench on the loopback address, with data folders of its own and nothing that asks the network.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureHost } from './install.mjs';
import { endTree } from './processes.mjs';

const startMs = 60_000;

/** No look-ups, no questions, no moving parts. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'json.schemaDownload.enable': false,
  'npm.fetchOnlinePackageInfo': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};
const noGallery = JSON.stringify({ serviceUrl: '', itemUrl: '', resourceUrlTemplate: '', controlUrl: '' });

/**
 * Starts a server and resolves once it listens.
 *
 * - `extensions`: `.vsix` files or unpacked folders that are installed before.
 * - `settings`: the person's, on top of quiet ones; `userData`: a folder that has them already, and is kept.
 * - `canRunTests`: the page may name an extension in development and tests. That mode shows no notifications.
 * - `trusts`: false leaves the question of trust to the person.
 * - `env`: for the server and the extension hosts.
 */
export async function startServer({
  extensions = [],
  settings = {},
  userData,
  canRunTests = false,
  trusts = true,
  env = {},
  port = 0,
} = {}) {
  const { node, main } = ensureHost();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'segue-vscode-'));
  const places = {
    data: path.join(folder, 'server'),
    user: userData ?? path.join(folder, 'user'),
    extensions: path.join(folder, 'extensions'),
  };
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true });
  writeSettings(places.user, settings);
  const common = [
    ...['--server-data-dir', places.data],
    ...['--user-data-dir', places.user],
    ...['--extensions-dir', places.extensions],
    '--accept-server-license-terms',
  ];
  const options = { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] };
  const isPackage = (extension) => extension.endsWith('.vsix');
  // Folders first: once something is installed, VS Code keeps a list and does not look for others.
  for (const extension of extensions.filter((one) => !isPackage(one)))
    linkFolder(extension, places.extensions);
  for (const extension of extensions.filter(isPackage))
    installPackage({ node, main, common, extension, env: options.env });
  const child = spawn(
    node,
    [
      main,
      ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
      ...common,
      ...['--telemetry-level', 'off', '--disable-telemetry', '--disable-experiments'],
      '--disable-getting-started-override',
      ...(trusts ? ['--disable-workspace-trust'] : []),
      ...(canRunTests ? ['--enable-smoke-test-driver'] : []),
    ],
    options,
  );
  const log = [];
  const close = async () => {
    await endTree(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    return { url: await listening(child, log), folder, pid: child.pid, log: () => log.join(''), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The address of the workbench over a folder, or over a `.code-workspace` file. */
export function workbenchUrl(base, { folder, developmentPath, testsPath } = {}) {
  const query = new URLSearchParams();
  if (folder === undefined) query.set('ew', 'true');
  else query.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', path.resolve(folder));
  const remote = (place) => `vscode-remote://${new URL(base).host}${path.resolve(place)}`;
  const payload = [];
  if (developmentPath !== undefined) payload.push(['extensionDevelopmentPath', remote(developmentPath)]);
  if (testsPath !== undefined) payload.push(['extensionTestsPath', remote(testsPath)]);
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `${base}/?${query}`;
}

function writeSettings(userData, settings) {
  const file = path.join(userData, 'User', 'settings.json');
  mkdirSync(path.dirname(file), { recursive: true });
  const own = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, JSON.stringify({ ...quietSettings, ...own, ...settings }, null, 2));
}

/** Without what another VS Code, whose terminal this may be, left for its own children. */
function environment(env) {
  const foreign = /^(?:VSCODE_|ELECTRON_|CODE_SERVER_)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(own), EXTENSIONS_GALLERY: noGallery, ...env };
}

function installPackage({ node, main, common, extension, env }) {
  const { status, stdout, stderr } = spawnSync(
    node,
    [main, ...common, '--install-extension', path.resolve(extension), '--force'],
    { env, encoding: 'utf8' },
  );
  if (status !== 0 || !stdout.includes('successfully installed'))
    throw new Error(`${extension} could not be installed\n${stdout}${stderr}`);
}

function linkFolder(extension, extensions) {
  const { publisher, name, version } = JSON.parse(readFileSync(path.join(extension, 'package.json'), 'utf8'));
  symlinkSync(path.resolve(extension), path.join(extensions, `${publisher}.${name}-${version}`), 'junction');
}

function listening(child, log) {
  return new Promise((resolve, reject) => {
    const fail = (what) => reject(new Error(`VS Code's server ${what}\n${log.join('')}`));
    const timer = setTimeout(() => fail(`did not listen within ${startMs / 1000} s`), startMs);
    const read = (piece) => {
      log.push(String(piece));
      const port = /agent listening on (\d+)/.exec(log.join(''))?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      child.stdout.off('data', read).on('data', (more) => log.push(String(more)));
      resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', (piece) => log.push(String(piece)));
    child.once('error', ({ message }) => fail(`could not be started: ${message}`));
    child.once('exit', (code, signal) => fail(`ended with ${signal ?? `status ${code}`}`));
  });
}
