// A desktop VS Code that is installed: finds it, and opens it apart from the person's own windows and settings.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const names = ['code', 'code-insiders', 'codium'];
const usualPlaces: readonly string[] = [
  '/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code',
  ...['LOCALAPPDATA', 'ProgramFiles']
    .flatMap((name) => process.env[name] ?? [])
    .flatMap((folder) => [
      path.join(folder, 'Programs', 'Microsoft VS Code', 'bin', 'code.cmd'),
      path.join(folder, 'Microsoft VS Code', 'bin', 'code.cmd'),
    ]),
];

/** The command that opens it; undefined when there is none. */
export function findDesktop(): string | undefined {
  const suffixes = process.platform === 'win32' ? ['.cmd'] : [''];
  const onPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) =>
      names.flatMap((name) => suffixes.map((suffix) => path.join(folder, `${name}${suffix}`))),
    );
  return [...onPath, ...usualPlaces].find((file) => existsSync(file));
}

export interface DesktopStart {
  readonly command: string;
  /** Folders of extensions, as they are built. */
  readonly extensions: readonly string[];
  readonly userData: string;
  readonly workspace: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Resolves when the window has been closed. */
export async function openDesktop(start: DesktopStart): Promise<void> {
  const { command, extensions, userData, workspace, settings } = start;
  mkdirSync(path.join(userData, 'User'), { recursive: true });
  writeFileSync(path.join(userData, 'User', 'settings.json'), JSON.stringify(settings, null, 2));
  const args = [
    ...extensions.map((folder) => `--extensionDevelopmentPath=${folder}`),
    `--user-data-dir=${userData}`,
    `--extensions-dir=${path.join(userData, 'extensions')}`,
    ...['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes'],
    ...['--new-window', '--wait', workspace],
  ];
  const isShell = process.platform === 'win32';
  const child = spawn(isShell ? `"${command}"` : command, args, { stdio: 'ignore', shell: isShell });
  await new Promise<void>((resolve, reject) => {
    child.once('error', ({ message }) => reject(new Error(`${command} could not be started: ${message}`)));
    child.once('close', () => resolve());
  });
}
