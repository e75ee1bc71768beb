// The FileSystem port over node:fs. Codes of the system become failures here and in file-failure.ts, nowhere else.

import { constants } from 'node:fs';
import {
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rmdir,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { err, ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { codeOf, failureOf, noPlainFile, type FileEffect } from './file-failure.ts';
import type { FileResult, FileStat, FileSystem, OpenFile } from './file-system.ts';

const flags = {
  create: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND,
  // A pipe nobody reads from would be waited for without end.
  append: constants.O_WRONLY | constants.O_APPEND | withoutWaiting(),
};

const reading = constants.O_RDONLY | withoutWaiting();

/** How much is read at once: little enough for memory and for one slice of work, enough to ask rarely. */
const pieceBytes = 512 * 1024;

export const nodeFileSystem: FileSystem = {
  open: (path, how) =>
    attempt(
      { operation: 'open', path },
      async () => new NodeFile(await plain(await open(path, flags[how])), path),
    ),
  read: (path) => attempt({ operation: 'read', path }, () => readWhole(path)),
  readPieces: (path, take) => effect({ operation: 'read', path }, () => readPieces(path, take)),
  stat: (path) =>
    attempt({ operation: 'stat', path }, async () => statOf(await stat(path, { bigint: true }))),
  entry: (path) =>
    attempt({ operation: 'stat', path }, async () => statOf(await lstat(path, { bigint: true }))),
  rename: (from, to) => effect({ operation: 'rename', path: to }, () => rename(from, to)),
  link: (from, to) => effect({ operation: 'link', path: to }, () => link(from, to)),
  remove: (path) => effect({ operation: 'remove', path }, () => unlink(path)),
  folders: {
    create: (path) => effect({ operation: 'create', path }, () => mkdir(path)),
    list: (path) => attempt({ operation: 'list', path }, () => readdir(path)),
    sync: (path) => effect({ operation: 'sync', path }, () => syncFolder(path)),
    remove: (path) => effect({ operation: 'remove', path }, () => rmdir(path)),
  },
};

class NodeFile implements OpenFile {
  private readonly handle: FileHandle;
  private readonly path: string;

  constructor(handle: FileHandle, path: string) {
    this.handle = handle;
    this.path = path;
  }

  write(bytes: Uint8Array): FileResult<undefined> {
    return effect({ operation: 'write', path: this.path }, async () => {
      // One system call, unless the system takes only a part of the bytes: the next call then says why.
      for (let rest = bytes; rest.length > 0;) {
        const { bytesWritten } = await this.handle.write(rest);
        rest = rest.subarray(bytesWritten);
      }
    });
  }

  sync(): FileResult<undefined> {
    return effect({ operation: 'sync', path: this.path }, () => this.handle.sync());
  }

  truncate(length: number): FileResult<undefined> {
    return effect({ operation: 'truncate', path: this.path }, () => this.handle.truncate(length));
  }

  stat(): FileResult<FileStat> {
    return attempt({ operation: 'stat', path: this.path }, async () =>
      statOf(await this.handle.stat({ bigint: true })),
    );
  }

  async close(): Promise<void> {
    // Everything that matters was synced; a failing close has nothing more to say.
    await attempt({ operation: 'close', path: this.path }, () => this.handle.close());
  }
}

async function readWhole(path: string): Promise<Uint8Array> {
  const file = await plain(await open(path, reading));
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** One buffer serves for all pieces. */
async function readPieces(path: string, take: (piece: Uint8Array) => Promise<void>): Promise<void> {
  const file = await plain(await open(path, reading));
  try {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes);
      if (bytesRead === 0) return;
      await take(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** The same handle, unless it leads to something that holds no bytes of its own: its end would never come. */
async function plain(file: FileHandle): Promise<FileHandle> {
  const stats = await file.stat();
  if (stats.isFile()) return file;
  await file.close();
  throw stats.isDirectory() ? systemError('EISDIR') : systemError(noPlainFile);
}

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Windows has neither such pipes nor this flag. */
function withoutWaiting(): number {
  return (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;
}

/** Windows has no handles on folders; some file systems refuse to sync one. Neither is a failure (style, 1.7). */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await folder.sync();
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EINVAL' && code !== 'ENOTSUP') throw error;
  } finally {
    await folder.close();
  }
}

async function attempt<T>(what: FileEffect, run: () => Promise<T>): Promise<Result<T, StoreFailure>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return err(failureOf(code, what));
  }
}

async function effect(what: FileEffect, run: () => Promise<unknown>): FileResult<undefined> {
  const done = await attempt(what, run);
  return done.ok ? ok() : done;
}

function statOf(stats: {
  ino: bigint;
  size: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
  isDirectory(): boolean;
}): FileStat {
  const { ino, mtimeNs, ctimeNs } = stats;
  return { ino, size: Number(stats.size), mtimeNs, ctimeNs, folder: stats.isDirectory() };
}
