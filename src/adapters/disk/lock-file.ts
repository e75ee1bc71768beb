// The files a lock is made of: what they say, how they are put in place, and whether their owner still runs.

import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import { ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import type { DiskPorts } from './disk-ports.ts';
import { alreadyExists } from './file-failure.ts';
import type { FileResult, FileSystem } from './file-system.ts';
import { writeNewFile } from './write-file.ts';

const lockSchema = z.object({
  pid: z.number().int().positive(),
  host: z.string(),
  start: z.string().nullable(),
  space: z.string().nullable().default(null),
  /** Unique to one attempt to lock. Letters, digits, `-` and `_`. */
  token: z.string().regex(/^[\w-]+$/),
  since: z.string(),
});

export type LockContent = z.infer<typeof lockSchema>;

export type SeenLock =
  | { readonly kind: 'none' }
  | { readonly kind: 'owned'; readonly content: LockContent; readonly token: string }
  /** Not a lock's content: a power cut left it, or its owner is just writing it. `token` stands for this very file. */
  | { readonly kind: 'unreadable'; readonly token: string };

export type OwnerState = 'runs' | 'gone' | 'elsewhere';

export function lockText(content: LockContent): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(content)}\n`);
}

export async function seeLock(files: FileSystem, path: string): Promise<Result<SeenLock, StoreFailure>> {
  const read = await files.read(path);
  if (!read.ok && read.error.kind !== 'not-found') return read;
  // Where nothing can be read a link that leads nowhere may stand all the same: it has the name, and says nothing.
  const bytes = read.ok ? read.value : new Uint8Array();
  const parsed = lockSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
  if (parsed.success) return ok({ kind: 'owned', content: parsed.data, token: parsed.data.token });
  const stat = await files.entry(path);
  if (!stat.ok) return stat.error.kind === 'not-found' ? ok({ kind: 'none' }) : stat;
  // Which file it is goes in as well: another file with the same few bytes is another lock.
  const { ino, mtimeNs, ctimeNs } = stat.value;
  const hash = createHash('sha256').update(`${ino} ${mtimeNs} ${ctimeNs}\n`).update(bytes);
  return ok({ kind: 'unreadable', token: hash.digest('hex').slice(0, 32) });
}

export async function ownerState(ports: DiskPorts, owner: LockContent): Promise<OwnerState> {
  if (!(await ports.processes.sees(owner))) return 'elsewhere';
  return (await ports.processes.runs(owner)) ? 'runs' : 'gone';
}

/**
 * Gives the finished claim the name `path`, unless something has it: the code is EEXIST then. A link brings the whole
 * content at once; where there are no links the file is created and then written, so others may see it half-written.
 */
export async function placeClaim(
  files: FileSystem,
  claim: { readonly path: string; readonly bytes: Uint8Array },
  path: string,
): FileResult<undefined> {
  const linked = await files.link(claim.path, path);
  if (linked.ok || alreadyExists(linked.error)) return linked;
  return writeNewFile(files, path, [claim.bytes]);
}

export function claimPath(lock: string, token: string): string {
  return join(dirname(lock), `${basename(lock)}-claim-${token}`);
}

/** The right to remove the lock, or the right, that carries `token`. */
export function takeoverPath(lock: string, token: string): string {
  return join(dirname(lock), `${basename(lock)}-takeover-${token}`);
}

/** True for the lock and everything beside it that exists for its sake. */
export function isLockFile(fileName: string): boolean {
  return fileName === '.lock' || fileName.startsWith('.lock-');
}
