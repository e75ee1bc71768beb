// What the windows of a server left on disk: sessions, and whatever else VS Code keeps there.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

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
