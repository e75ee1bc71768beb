// Which rules of version control hold in a folder: those of the repository around it, or only its own.

import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { IgnoreRules } from './ignore-rules.ts';

export interface Surroundings {
  /** The folder is in a repository, whose rules hold; nested repositories begin anew. */
  readonly isRepository: boolean;
  /** Rules of the folders above. */
  readonly rules: IgnoreRules;
}

export async function surroundingsOf(root: string): Promise<Surroundings> {
  if (await hasRepository(root)) return { isRepository: true, rules: new IgnoreRules(root) };
  const alone = { isRepository: false, rules: new IgnoreRules(root) };
  const above: string[] = [];
  for (let folder = path.dirname(root); ; folder = path.dirname(folder)) {
    above.unshift(folder);
    if (await hasRepository(folder)) break;
    if (folder === path.dirname(folder)) return alone;
  }
  let rules = new IgnoreRules(above[0] ?? root);
  for (const folder of above) rules = await rules.withFolder(folder);
  // A folder that is ignored itself was opened on purpose.
  for (const folder of [...above.slice(1), root]) if (await rules.hides(folder, 'folder')) return alone;
  return { isRepository: true, rules };
}

export async function hasRepository(folder: string): Promise<boolean> {
  return lstat(path.join(folder, '.git')).then(
    () => true,
    // Not there, or not to be seen: either way its rules are not known.
    () => false,
  );
}
