// session.json on disk: read once, then only replaced as a whole, and never over somebody else's edit.

import { join } from 'node:path';
import { assertNever } from '../../base/fail.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { sidecarName } from '../../core/sessions/names.ts';
import {
  readSessionRecord,
  sessionRecordText,
  type SessionRecord,
} from '../../core/sessions/session-record.ts';
import type { DiskPorts } from './disk-ports.ts';
import { KnownFile, RunningHash } from './known-file.ts';
import { replaceFile, type Replaced } from './write-file.ts';

export interface Sidecar {
  readonly record: SessionRecord;
  readonly file: KnownFile;
}

/** Reads the sidecar of a session folder; refuses a newer or damaged one without touching anything. */
export async function readSidecar(ports: DiskPorts, folder: string): Promise<Result<Sidecar, StoreFailure>> {
  const path = join(folder, sidecarName);
  const there = await ports.files.stat(folder);
  if (!there.ok) return there;
  const notASession = (why: string): Result<never, StoreFailure> =>
    err({ kind: 'not-a-session', path: folder, why });
  if (!there.value.folder) return notASession('it is a file');
  const stat = await ports.files.stat(path);
  const read = await ports.files.read(path);
  if (!read.ok) return read.error.kind === 'not-found' ? notASession(`it has no ${sidecarName}`) : read;
  const parsed = readSessionRecord(new TextDecoder().decode(read.value));
  switch (parsed.kind) {
    case 'newer':
      return err({ kind: 'newer-format', path: folder, format: parsed.format });
    case 'damaged':
      return notASession(`its ${sidecarName} is damaged (${parsed.why}); nothing was changed`);
    case 'read': {
      const file = knownSidecar(ports, path, read.value);
      file.saw(stat.ok ? stat.value : null);
      return ok({ record: parsed.record, file });
    }
    default:
      return assertNever(parsed);
  }
}

/** Replaces the sidecar once it is known that nobody else has edited or deleted it. */
export async function replaceSidecar(
  ports: DiskPorts,
  current: KnownFile,
  record: SessionRecord,
): Promise<{ readonly replaced: Replaced; readonly file: KnownFile }> {
  const checked = await current.checkByName();
  if (!checked.ok) return { replaced: { kind: 'unchanged', failure: checked.error }, file: current };
  return writeSidecar(ports, current.path, record);
}

/** Writes the sidecar whatever was there before. */
export async function writeSidecar(
  ports: DiskPorts,
  path: string,
  record: SessionRecord,
): Promise<{ readonly replaced: Replaced; readonly file: KnownFile }> {
  const bytes = new TextEncoder().encode(sessionRecordText(record));
  const replaced = await replaceFile(ports, path, { chunks: [bytes] });
  const file = knownSidecar(ports, path, bytes);
  if (replaced.kind !== 'unchanged') await file.look();
  return { replaced, file };
}

function knownSidecar(ports: DiskPorts, path: string, bytes: Uint8Array): KnownFile {
  const hash = new RunningHash();
  hash.add(bytes);
  return new KnownFile(path, { hash, size: bytes.length }, ports);
}
