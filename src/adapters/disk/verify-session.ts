// Verifying a session on disk: lists and reads its files for the check in core, takes no lock and changes nothing.

import { join } from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { sidecarName } from '../../core/sessions/names.ts';
import { parseSegment } from '../../core/sessions/segment-reader.ts';
import { readSessionRecord } from '../../core/sessions/session-record.ts';
import type { Verification } from '../../core/sessions/verification.ts';
import { verifySession, type SessionFolder } from '../../core/sessions/verify.ts';
import type { DiskPorts } from './disk-ports.ts';
import type { FileResult } from './file-system.ts';
import { hashOf } from './known-file.ts';
import { isLockFile } from './lock-file.ts';

/** Fails only when there is no such folder or it cannot be listed; whatever is wrong inside is in the answer. */
export async function verifySessionFolder(
  ports: DiskPorts,
  folder: string,
  signal: AbortSignal,
): Promise<Result<Verification, StoreFailure>> {
  const names = await filesBelow(ports, folder, '');
  if (!names.ok) return names;
  if (names.value.length === 0) return err({ kind: 'not-a-session', path: folder, why: 'it is empty' });
  const session: SessionFolder = {
    names: names.value,
    sidecar: await sidecar(ports, folder),
    transcript: async (file) => {
      const bytes = await ports.files.read(join(folder, file));
      return bytes.ok ? parseSegment(bytes.value, ports.sha256, ports.pace) : undefined;
    },
    hash: async (file) => {
      const bytes = await ports.files.read(join(folder, file));
      return bytes.ok ? (await hashOf(bytes.value, ports.pace)).digest() : undefined;
    },
  };
  const verification = await verifySession(session, ports.sha256, signal);
  return signal.aborted ? err({ kind: 'cancelled' }) : ok(verification);
}

async function sidecar(ports: DiskPorts, folder: string): Promise<SessionFolder['sidecar']> {
  const bytes = await ports.files.read(join(folder, sidecarName));
  if (bytes.ok) return readSessionRecord(new TextDecoder().decode(bytes.value));
  if (bytes.error.kind === 'not-found') return { kind: 'missing' };
  return { kind: 'damaged', why: 'it cannot be read' };
}

/** Files below a folder, sorted, without those of the lock. */
async function filesBelow(ports: DiskPorts, folder: string, prefix: string): FileResult<readonly string[]> {
  const names = await ports.files.folders.list(folder);
  if (!names.ok) return names;
  const found: string[] = [];
  for (const name of [...names.value].sort()) {
    if (prefix === '' && isLockFile(name)) continue;
    const path = join(folder, name);
    const stat = await ports.files.stat(path);
    if (!stat.ok || !stat.value.folder) {
      found.push(`${prefix}${name}`);
      continue;
    }
    const below = await filesBelow(ports, path, `${prefix}${name}/`);
    if (!below.ok) return below;
    found.push(...below.value);
  }
  return ok(found);
}
