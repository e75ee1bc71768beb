// The WorkspaceFiles port over node:fs. Only regular files are ever opened, and never through a link: paths come
// resolved, so a link in one is newer than the decision to open it.

import { constants, type BigIntStats, type Dirent } from 'node:fs';
import { lstat, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { unlessAborted } from '../../base/abort.ts';
import type { Ids } from '../../base/ids.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { FileFault, FileStamp, FolderEntry, WorkspaceFiles } from '../../core/tools/workspace-files.ts';
import { attempt } from './file-fault.ts';
import { stampOf } from './file-stamp.ts';
import { resolvePath, stillLeads } from './resolve-path.ts';
import { writeWhole } from './write-whole.ts';

/** Files of a folder whose size is told; asking for each of a hundred thousand would take too long. */
const mostSizes = 2000;
const sizesAtOnce = 32;

// Windows lacks the last two, and what is undefined counts as no flag.
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function nodeWorkspaceFiles(ids: Ids): WorkspaceFiles {
  return {
    resolve: (given, signal) => stoppable(() => resolvePath(given), signal),
    facts: (target, signal) =>
      stoppable(async () => {
        const stats = await stat(target, { bigint: true });
        return ok({ kind: kindOf(stats), stamp: stampOf(stats) });
      }, signal),
    read: (target, range, signal) => stoppable(() => readRange(target, range), signal),
    list: (target, signal) => stoppable(() => listFolder(target), signal),
    write: (target, content, expected, signal) => {
      if (signal.aborted) return Promise.resolve(err(stopped));
      // Once begun it is carried through: half of it would be worse than either end.
      return attempt(() => writeWhole({ path: target, content, expected }, ids));
    },
  };
}

const stopped: FileFault = { kind: 'other', code: 'ABORT_ERR' };

async function stoppable<Value>(
  step: () => Promise<Result<Value, FileFault>>,
  signal: AbortSignal,
): Promise<Result<Value, FileFault>> {
  if (signal.aborted) return err(stopped);
  return (await unlessAborted(attempt(step), signal))?.value ?? err(stopped);
}

async function readRange(
  target: string,
  range: { readonly offset: number; readonly length: number },
): Promise<Result<{ bytes: Uint8Array; stamp: FileStamp }, FileFault>> {
  // Opening a device may already do something.
  const before = kindOf(await lstat(target, { bigint: true }));
  if (before !== 'file') return err({ kind: before === 'folder' ? 'is-folder' : 'special' });
  const file = await open(target, openFlags);
  try {
    const stats = await file.stat({ bigint: true });
    if (!stats.isFile()) return err({ kind: 'special' });
    // Asked once the file is open: from here on it is this file, whatever is put in the way.
    const leads = await stillLeads(target);
    if (!leads.ok) return leads;
    if ((await lstat(target, { bigint: true })).ino !== stats.ino) return err({ kind: 'changed' });
    const room = Math.max(0, Math.min(range.length, Number(stats.size) - range.offset));
    // Files of `/proc` say they are empty and are not; they are read as far as asked.
    const length = stats.size === 0n ? range.length : room;
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await file.read(bytes, filled, length - filled, range.offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return ok({ bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, filled), stamp: stampOf(stats) });
  } finally {
    await file.close();
  }
}

async function listFolder(target: string): Promise<Result<readonly FolderEntry[], FileFault>> {
  const entries = (await readdir(target, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const leads = await stillLeads(path.join(target, 'entry'));
  if (!leads.ok) return leads;
  const listed: FolderEntry[] = [];
  for (let at = 0; at < entries.length; at += sizesAtOnce) {
    const sizes = at < mostSizes ? 'with-size' : 'without-size';
    const some = entries.slice(at, at + sizesAtOnce);
    listed.push(...(await Promise.all(some.map((entry) => folderEntry(target, entry, sizes)))));
  }
  return ok(listed);
}

async function folderEntry(
  folder: string,
  entry: Dirent,
  sizes: 'with-size' | 'without-size',
): Promise<FolderEntry> {
  const kind = kindOf(entry);
  const isLink = entry.isSymbolicLink();
  if (isLink || kind !== 'file' || sizes === 'without-size')
    return { name: entry.name, kind: isLink ? 'link' : kind, bytes: undefined };
  const facts = await attempt(async () => ok((await lstat(path.join(folder, entry.name))).size));
  // One that is gone by now was there a moment ago.
  return { name: entry.name, kind, bytes: facts.ok ? facts.value : undefined };
}

function kindOf(stats: Pick<BigIntStats, 'isFile' | 'isDirectory'>): 'file' | 'folder' | 'special' {
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'special';
}
