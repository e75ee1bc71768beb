// The files below a folder that a search looks at, in order, without help of any program.

import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isAborted } from '../../base/abort.ts';
import { controlNames } from './check-search.ts';
import { ifReadable } from './if-readable.ts';
import { IgnoreRules } from './ignore-rules.ts';
import { hasRepository, surroundingsOf } from './repository.ts';

export interface WalkedFile {
  /** Absolute. */
  readonly path: string;
  /** Below the root, with `/` between the names. */
  readonly relative: string;
}

/** Names are compared as the bytes they are, folder by folder, as ripgrep does. */
function inByteOrder(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** A root that is a file is its only file, whatever ignores it. Links are not followed; what cannot be read is left out. */
export async function* walkFiles(root: string, signal: AbortSignal): AsyncGenerator<WalkedFile> {
  const stats = await ifReadable(lstat(root));
  if (stats?.isFile() === true) yield { path: root, relative: path.basename(root) };
  if (stats?.isDirectory() !== true) return;
  yield* walkFolder({ folder: root, relative: '', ...(await surroundingsOf(root)) }, signal);
}

interface Folder {
  readonly folder: string;
  readonly relative: string;
  /** Of the folders above. */
  readonly rules: IgnoreRules;
  readonly isRepository: boolean;
}

async function* walkFolder(at: Folder, signal: AbortSignal): AsyncGenerator<WalkedFile> {
  if (signal.aborted) return;
  const entries = (await ifReadable(readdir(at.folder, { withFileTypes: true }))) ?? [];
  const startsAnew = at.relative !== '' && at.isRepository && (await hasRepository(at.folder));
  const rules = await (startsAnew ? new IgnoreRules(at.folder) : at.rules).withFolder(at.folder);
  for (const entry of entries.sort((a, b) => inByteOrder(a.name, b.name))) {
    if (isAborted(signal)) return;
    if (controlNames.includes(entry.name)) continue;
    const target = path.join(at.folder, entry.name);
    const relative = at.relative === '' ? entry.name : `${at.relative}/${entry.name}`;
    if (entry.isFile()) {
      if (!(await rules.hides(target, 'file'))) yield { path: target, relative };
    } else if (entry.isDirectory() && !(await rules.hides(target, 'folder'))) {
      yield* walkFolder({ folder: target, relative, rules, isRepository: at.isRepository }, signal);
    }
  }
}
