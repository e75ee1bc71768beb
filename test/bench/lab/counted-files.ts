// File systems that count what is asked of them, and one whose syncs do nothing.

import { basename } from 'node:path';
import { nodeFileSystem } from '../../../src/adapters/disk/node-file-system.ts';
import type { FileSystem, OpenFile } from '../../../src/adapters/disk/file-system.ts';
import { ok } from '../../../src/base/result.ts';

export interface FileCounts {
  /** Bytes read of each file, by its name without the folder. */
  readonly read: Map<string, number>;
  writes: number;
  /** Of files; folders are not counted. */
  syncs: number;
}

export interface CountedFiles {
  readonly files: FileSystem;
  readonly counts: FileCounts;
}

/** A file system with its reads, writes and syncs counted. */
export function countedFiles(base: FileSystem = nodeFileSystem): CountedFiles {
  const counts: FileCounts = { read: new Map(), writes: 0, syncs: 0 };
  const note = (path: string, bytes: number): void => {
    counts.read.set(basename(path), (counts.read.get(basename(path)) ?? 0) + bytes);
  };
  const files: FileSystem = {
    ...base,
    open: async (path, how) => {
      const opened = await base.open(path, how);
      return opened.ok ? ok(countedFile(opened.value, counts)) : opened;
    },
    read: async (path) => {
      const bytes = await base.read(path);
      if (bytes.ok) note(path, bytes.value.length);
      return bytes;
    },
    readPieces: (path, take) =>
      base.readPieces(path, (piece) => {
        note(path, piece.length);
        return take(piece);
      }),
  };
  return { files, counts };
}

/** The real file system without the time it takes to make things durable. */
export function filesWithoutSync(): FileSystem {
  const done = () => Promise.resolve(ok());
  return {
    ...nodeFileSystem,
    open: async (path, how) => {
      const opened = await nodeFileSystem.open(path, how);
      return opened.ok ? ok(changedFile(opened.value, { sync: done })) : opened;
    },
    folders: { ...nodeFileSystem.folders, sync: done },
  };
}

function countedFile(file: OpenFile, counts: FileCounts): OpenFile {
  return changedFile(file, {
    write: (bytes) => {
      counts.writes++;
      return file.write(bytes);
    },
    sync: () => {
      counts.syncs++;
      return file.sync();
    },
  });
}

export function changedFile(file: OpenFile, changes: Partial<OpenFile>): OpenFile {
  return {
    write: (bytes) => file.write(bytes),
    sync: () => file.sync(),
    truncate: (length) => file.truncate(length),
    stat: () => file.stat(),
    close: () => file.close(),
    ...changes,
  };
}
