// Everything in a folder, to tell whether a command changed anything of it.

import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { telemetryName } from '../../src/core/sessions/names.ts';

export type FolderState = Readonly<Record<string, string>>;

/** Each entry's kind, permissions and content by its path. Telemetry, which only ever grows, counts as its beginning. */
export async function folderState(folder: string): Promise<FolderState> {
  const entries = (await readdir(folder, { recursive: true })).sort();
  const states = entries
    .filter((name) => path.basename(name) !== telemetryName)
    .map(async (name) => [name, await stateOf(path.join(folder, name))] as const);
  return Object.fromEntries(await Promise.all(states));
}

async function stateOf(place: string): Promise<string> {
  const found = await lstat(place);
  const mode = (found.mode & 0o7777).toString(8);
  if (found.isDirectory()) return `folder ${mode}`;
  if (found.isSymbolicLink()) return `link to ${await readlink(place)}`;
  if (!found.isFile()) return `other ${mode}`;
  const hash = createHash('sha256').update(await readFile(place));
  return `file ${mode} ${found.size} ${hash.digest('hex')}`;
}
