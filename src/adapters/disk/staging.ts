// Staging folders: where a session is built before it is published. One whose builder died is never listed and is
// removed when it is old.

import { join } from 'node:path';
import { isStaging, lockName } from '../../core/sessions/names.ts';
import type { DiskPorts } from './disk-ports.ts';
import type { FileSystem } from './file-system.ts';
import { ownerState, seeLock } from './lock-file.ts';

const oldAfterMs = 60 * 60 * 1000;

/** Removes old staging folders that nobody is building any more. Best effort: the next one to publish tries again. */
export async function sweepStaging(ports: DiskPorts, root: string): Promise<void> {
  const names = await ports.files.folders.list(root);
  if (!names.ok) return;
  for (const name of names.value) {
    const path = join(root, name);
    if (isStaging(name) && (await isAbandoned(ports, path))) await removeTree(ports.files, path);
  }
}

/** Removes a folder with all it holds, as far as it lets itself be removed. What a link leads to is left alone. */
export async function removeTree(files: FileSystem, path: string): Promise<void> {
  const there = await files.entry(path);
  if (!there.ok || !there.value.folder) return;
  const names = await files.folders.list(path);
  if (!names.ok) return;
  for (const name of names.value) {
    const entry = join(path, name);
    const below = await files.entry(entry);
    if (below.ok && below.value.folder) await removeTree(files, entry);
    else await files.remove(entry);
  }
  await files.folders.remove(path);
}

async function isAbandoned(ports: DiskPorts, path: string): Promise<boolean> {
  const stat = await ports.files.entry(path);
  if (!stat.ok || !stat.value.folder) return false;
  const age = ports.clock.now() - Number(stat.value.mtimeNs / 1_000_000n);
  if (age < oldAfterMs) return false;
  const lock = await seeLock(ports.files, join(path, lockName));
  if (!lock.ok) return false;
  return lock.value.kind !== 'owned' || (await ownerState(ports, lock.value.content)) === 'gone';
}
