// The files of a session folder, those in its own folders included, for whoever reads all of them.

import { join } from 'node:path';
import { ok } from '../../base/result.ts';
import { agentsFolder, artifactsFolder } from '../../core/sessions/names.ts';
import type { FileResult, FileSystem } from './file-system.ts';

const linkable: ReadonlySet<string> = new Set([agentsFolder, artifactsFolder]);

/**
 * Names of the files below `folder` of the session, sorted, relative to the session, with `/` between steps; '' is the
 * session itself. A person may have put a folder of the session elsewhere and linked to it, so such a link is followed;
 * no other is, so that the walk has an end and stays with the session.
 */
export async function sessionFiles(
  files: FileSystem,
  session: string,
  folder: string,
): FileResult<readonly string[]> {
  const found: string[] = [];
  const begun = [folder];
  for (let at = begun.pop(); at !== undefined; at = begun.pop()) {
    const names = await files.folders.list(join(session, at));
    if (!names.ok) return names;
    for (const name of names.value) {
      const path = at === '' ? name : `${at}/${name}`;
      const below = join(session, path);
      const there = linkable.has(path) ? await files.stat(below) : await files.entry(below);
      if (there.ok && there.value.folder) begun.push(path);
      else found.push(path);
    }
  }
  return ok(found.sort());
}
