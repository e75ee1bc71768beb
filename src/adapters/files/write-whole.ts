// A file replaced or created whole: a temporary file in the same folder, then one step that puts it in its place.

import { constants } from 'node:fs';
import { access, link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Ids } from '../../base/ids.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { FileFault, FileStamp } from '../../core/tools/workspace-files.ts';
import { codeOf } from './file-fault.ts';
import { sameFile, stampOf } from './file-stamp.ts';
import { stillLeads } from './resolve-path.ts';

export interface WholeFile {
  /** Absolute; no link in it. */
  readonly path: string;
  readonly content: Uint8Array;
  /** What is replaced; null when there must be nothing. */
  readonly expected: FileStamp | null;
}

const newFileMode = 0o666;

/** Throws what the system throws. Nothing of the temporary file is left. */
export async function writeWhole(file: WholeFile, ids: Ids): Promise<Result<FileStamp, FileFault>> {
  const there = await factsBefore(file);
  if (!there.ok) return there;
  const folder = path.dirname(file.path);
  if (file.expected === null) await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.segue-${ids.hex(12)}.tmp`);
  try {
    await writeTemporary(temporary, file.content, there.value);
    // Asked again as late as possible: somebody may have saved the file in the meantime.
    const still = await factsBefore(file);
    if (!still.ok) return still;
    if (file.expected === null) return await putNew(temporary, file.path);
    await rename(temporary, file.path);
    return ok(stampOf(await lstat(file.path, { bigint: true })));
  } finally {
    await removeIfThere(temporary);
  }
}

/** The mode the file has and keeps, when what is there is what was expected. */
async function factsBefore({
  path: target,
  expected,
}: WholeFile): Promise<Result<number | undefined, FileFault>> {
  const leads = await stillLeads(target);
  if (!leads.ok) return leads;
  const facts = await lstat(target, { bigint: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (facts === undefined) return expected === null ? ok() : err({ kind: 'changed' });
  if (facts.isDirectory()) return err({ kind: 'is-folder' });
  // A link in the place of a file was put there after the path was resolved.
  if (!facts.isFile()) return err(facts.isSymbolicLink() ? { kind: 'changed' } : { kind: 'special' });
  if (expected === null || !sameFile(expected, stampOf(facts))) return err({ kind: 'changed' });
  // Renaming over a file asks nobody whether that file may be written.
  await access(target, constants.W_OK);
  return ok(Number(facts.mode & 0o7777n));
}

async function writeTemporary(target: string, content: Uint8Array, mode: number | undefined): Promise<void> {
  const file = await open(target, 'wx', newFileMode);
  try {
    if (mode !== undefined) await file.chmod(mode);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A hard link is refused where something is already; where there are no hard links, the check before has to do. */
async function putNew(temporary: string, target: string): Promise<Result<FileStamp, FileFault>> {
  try {
    await link(temporary, target);
    // The second name would count in the stamp.
    await unlink(temporary);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return err({ kind: 'changed' });
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
    await rename(temporary, target);
  }
  return ok(stampOf(await lstat(target, { bigint: true })));
}

async function removeIfThere(target: string): Promise<void> {
  try {
    await unlink(target);
  } catch (error) {
    // Renamed already, or nothing to be done about it: the write has its own answer.
    if (codeOf(error) === undefined) throw error;
  }
}
