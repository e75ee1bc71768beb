// Verifying a session on disk: lists and reads its files for the check in core, takes no lock and changes nothing.

import { join } from 'node:path';
import { isAborted } from '../../base/abort.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { lockName, sidecarName } from '../../core/sessions/names.ts';
import { parseSegment } from '../../core/sessions/segment-reader.ts';
import { readSessionRecord } from '../../core/sessions/session-record.ts';
import type { Problem, Verification } from '../../core/sessions/verification.ts';
import { verifySession, type SessionFolder } from '../../core/sessions/verify.ts';
import type { DiskPorts } from './disk-ports.ts';
import { hashOf } from './known-file.ts';
import { isLockFile, ownerState, seeLock } from './lock-file.ts';
import { sessionFiles } from './session-files.ts';

const mostLooks = 20;
const lookAgainMs = 250;

/**
 * Fails only when there is no such folder or it cannot be listed; whatever is wrong inside is in the answer. No lock is
 * taken, so a session may be written meanwhile: what looks wrong then is looked at again, for a few seconds, and counts
 * only when it stays.
 */
export async function verifySessionFolder(
  ports: DiskPorts,
  folder: string,
  signal: AbortSignal,
): Promise<Result<Verification, StoreFailure>> {
  for (let look = 1; ; look++) {
    const before = await sidecarText(ports, folder);
    const verified = await verifyOnce(ports, folder, signal);
    if (!verified.ok || verified.value.ok) return verified;
    const isQuiet = !(await hasWriter(ports, folder)) && before === (await sidecarText(ports, folder));
    if (isQuiet) return verified;
    if (look === mostLooks) {
      return ok({ ...verified.value, problems: [inUse, ...verified.value.problems] });
    }
    await ports.clock.delay(lookAgainMs, signal);
    if (isAborted(signal)) return err({ kind: 'cancelled' });
  }
}

const inUse: Problem = {
  file: lockName,
  problem:
    'the session is being written, so what else is named may be a step that is not finished; check again later',
  kept: null,
};

async function hasWriter(ports: DiskPorts, folder: string): Promise<boolean> {
  const lock = await seeLock(ports.files, join(folder, lockName));
  if (!lock.ok || lock.value.kind !== 'owned') return false;
  return (await ownerState(ports, lock.value.content)) === 'runs';
}

async function sidecarText(ports: DiskPorts, folder: string): Promise<string | undefined> {
  const bytes = await ports.files.read(join(folder, sidecarName));
  return bytes.ok ? new TextDecoder().decode(bytes.value) : undefined;
}

async function verifyOnce(
  ports: DiskPorts,
  folder: string,
  signal: AbortSignal,
): Promise<Result<Verification, StoreFailure>> {
  const names = await sessionFiles(ports.files, folder, '');
  if (!names.ok) return names;
  const own = names.value.filter((name) => !isLockFile(name));
  if (own.length === 0) return err({ kind: 'not-a-session', path: folder, why: 'it is empty' });
  const session: SessionFolder = {
    names: own,
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
