// What the windows of a server left on disk: settings, sessions, logs, and whatever else VS Code keeps there.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Server } from '../vscode/host/server.mjs';

/** The settings of the person. */
export function userSettings(server: Server): Readonly<Record<string, unknown>> {
  const file = path.join(server.folder, 'user', 'User', 'settings.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

/** Everything the extension has logged, in all windows. */
export function logOf(server: Server): string {
  return filesBelow(server.folder)
    .filter((file) => path.basename(file) === 'Segue.log')
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
}

/** The files below these folders that hold these words. */
export function filesWith(words: string, ...folders: readonly string[]): readonly string[] {
  return folders.flatMap(filesBelow).filter((file) => readFileSync(file).includes(words));
}

/** Plain files only; those that are gone again are left out. */
function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => existsSync(file));
}
