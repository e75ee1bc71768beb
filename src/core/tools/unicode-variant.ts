// One visible name can be spelled in several Unicode forms. A model that writes the composed form means the file whose
// name is stored decomposed; on disk they are two names.

import { joinPath, nameOf, parentOf } from './paths.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

const plainAscii = /^[\x00-\x7f]*$/;

/**
 * The path of what is there under the same letters in another form; undefined when there is nothing, or more than one.
 * `path` is absolute and does not exist.
 */
export async function spelledAsOnDisk(
  path: string,
  files: WorkspaceFiles,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (plainAscii.test(path)) return undefined;
  const missing: string[] = [];
  let folder = path;
  for (;;) {
    const facts = await files.facts(folder, signal);
    if (facts.ok) break;
    const parent = parentOf(folder);
    if (parent === folder) return undefined;
    missing.unshift(nameOf(folder));
    folder = parent;
  }
  for (const name of missing) {
    const entries = await files.list(folder, signal);
    const same = entries.ok ? entries.value.filter((entry) => isSameName(entry.name, name)) : [];
    const [only] = same;
    if (only === undefined || same.length > 1) return undefined;
    folder = joinPath(folder, only.name);
  }
  return folder;
}

function isSameName(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC');
}
