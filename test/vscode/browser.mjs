// Finds a browser the tests can drive, Chrome, Edge or Chromium, and starts it without a window. As root on a system with
// apt one is installed when there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const usualPlaces = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']
    .flatMap((name) => process.env[name] ?? [])
    .flatMap((folder) => [
      path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      path.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]),
};

/**
 * The path of a browser; `SEGUE_BROWSER` names one that is not found by itself. Throws an error with the line to run when
 * there is none and none can be installed.
 */
export function findBrowser() {
  const named = process.env.SEGUE_BROWSER;
  if (named) {
    if (!existsSync(named)) throw new Error(`SEGUE_BROWSER names ${named}, and there is no such file`);
    return named;
  }
  const found = installed();
  if (found !== undefined) return found;
  const canInstall = process.getuid?.() === 0 && onPath('apt-get') !== undefined;
  if (canInstall) return installChromium();
  throw new Error(`no Chrome, Edge or Chromium was found; ${remedy()}, or set SEGUE_BROWSER to where one is`);
}

/** A browser of its own process; whoever starts it closes it. */
export async function launchBrowser() {
  return chromium.launch({
    executablePath: findBrowser(),
    headless: true,
    args: [
      // Chromium refuses its sandbox to root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      // Containers often have a small one.
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
}

function installed() {
  const places = usualPlaces[process.platform] ?? [];
  const onDisk = places.find((place) => existsSync(place));
  if (onDisk !== undefined || process.platform === 'win32') return onDisk;
  return names.map(onPath).find((place) => place !== undefined);
}

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

function installChromium() {
  process.stderr.write('No browser was found: installing chromium with apt-get (about half a minute)…\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  apt('update');
  const { status, stderr } = apt('install', '-y', '--no-install-recommends', 'chromium');
  const found = installed();
  if (status === 0 && found !== undefined) return found;
  throw new Error(`chromium could not be installed; ${remedy()}\n${String(stderr)}`);
}

function remedy() {
  if (process.platform === 'linux' && onPath('apt-get') !== undefined)
    return 'run: sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium';
  if (process.platform === 'darwin') return 'run: brew install --cask google-chrome';
  if (process.platform === 'win32') return 'run: winget install Google.Chrome';
  return 'install one of them';
}
