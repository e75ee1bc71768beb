// New files and replaced files, written so that a crash leaves the old content or the new one, never a mix.

import { basename, dirname, join } from 'node:path';
import { err, ok } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { temporaryName } from '../../core/sessions/names.ts';
import type { DiskPorts } from './disk-ports.ts';
import { notAFolder } from './file-failure.ts';
import type { FileResult, FileSystem } from './file-system.ts';

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export type Replaced =
  | { readonly kind: 'replaced' }
  /** Nothing happened to the file, and nothing is left beside it. */
  | { readonly kind: 'unchanged'; readonly failure: StoreFailure }
  /** Every reader sees the new content, but a power cut may still bring the old one back. */
  | { readonly kind: 'unsettled'; readonly failure: StoreFailure };

/** Creates the file and makes its content durable; its name becomes durable with the folder. Nothing stays on failure. */
export async function writeNewFile(files: FileSystem, path: string, chunks: Chunks): FileResult<undefined> {
  const opened = await files.open(path, 'create');
  if (!opened.ok) return opened;
  const file = opened.value;
  let done: Awaited<FileResult<undefined>> = ok();
  for await (const chunk of chunks) {
    done = await file.write(chunk);
    if (!done.ok) break;
  }
  if (done.ok) done = await file.sync();
  await file.close();
  // A file that cannot be removed either keeps its temporary name and is cleared away on the next open.
  if (!done.ok) await files.remove(path);
  return done;
}

/**
 * Writes the content under a temporary name in `from`, or in the file's own folder, and renames it into place: before
 * the rename the file is as it was, after it the content is there. The file's folder is synced last.
 */
export async function replaceFile(
  ports: DiskPorts,
  path: string,
  content: { readonly chunks: Chunks; readonly from?: string },
): Promise<Replaced> {
  const { files, ids } = ports;
  const folder = dirname(path);
  const temporary = join(content.from ?? folder, temporaryName(basename(path), ids.hex(12)));
  const written = await writeNewFile(files, temporary, content.chunks);
  if (!written.ok) return { kind: 'unchanged', failure: written.error };
  const renamed = await files.rename(temporary, path);
  if (!renamed.ok) {
    await files.remove(temporary);
    return { kind: 'unchanged', failure: renamed.error };
  }
  const synced = await files.folders.sync(folder);
  return synced.ok ? { kind: 'replaced' } : { kind: 'unsettled', failure: synced.error };
}

/**
 * Creates a folder and those above it that are missing, and makes their names durable; also that of one that is there
 * already, since whoever made it may have been killed before it did that.
 */
export async function ensureFolder(files: FileSystem, path: string): FileResult<undefined> {
  const there = await files.stat(path);
  if (there.ok && !there.value.folder) return err(notAFolder(path));
  if (there.ok) return syncName(files, path);
  const parent = dirname(path);
  const above = parent === path ? ok() : await ensureFolder(files, parent);
  return above.ok ? createFolder(files, path) : above;
}

/** Creates the folder and makes its name durable. Fine when somebody else was faster. */
export async function createFolder(files: FileSystem, path: string): FileResult<undefined> {
  const created = await files.folders.create(path);
  if (!created.ok && !(await files.stat(path)).ok) return created;
  return files.folders.sync(dirname(path));
}

/** Makes the name of a file or folder durable, as far as the folder above may be read at all. */
export async function syncName(files: FileSystem, path: string): FileResult<undefined> {
  const synced = await files.folders.sync(dirname(path));
  return !synced.ok && synced.error.kind === 'not-writable' ? ok() : synced;
}
