// Clears away what dead processes left beside a lock. Only the owner of the lock sweeps.

import { basename, dirname, join } from 'node:path';
import type { DiskPorts } from './disk-ports.ts';
import { ownerState, seeLock } from './lock-file.ts';

/** An unreadable claim this old is nobody's: a living process writes one in an instant. */
const unreadableAgeMs = 60_000;

/** Best effort: what cannot be removed now is found again by the next owner. */
export async function sweepLockFiles(ports: DiskPorts, lock: string): Promise<void> {
  const { files } = ports;
  const folder = dirname(lock);
  const names = await files.folders.list(folder);
  if (!names.ok) return;
  for (const name of names.value) {
    if (!name.startsWith(`${basename(lock)}-`)) continue;
    const path = join(folder, name);
    if (await isAbandoned(ports, path)) await files.remove(path);
  }
}

async function isAbandoned(ports: DiskPorts, path: string): Promise<boolean> {
  const seen = await seeLock(ports.files, path);
  if (!seen.ok || seen.value.kind === 'none') return false;
  if (seen.value.kind === 'owned') return (await ownerState(ports, seen.value.content)) === 'gone';
  const stat = await ports.files.stat(path);
  return stat.ok && ports.clock.now() - Number(stat.value.mtimeNs / 1_000_000n) > unreadableAgeMs;
}
