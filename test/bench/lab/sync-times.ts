// A file system whose syncs are real, and timed.

import { nodeFileSystem } from '../../../src/adapters/disk/node-file-system.ts';
import type { FileSystem } from '../../../src/adapters/disk/file-system.ts';
import { ok } from '../../../src/base/result.ts';
import { changedFile } from './counted-files.ts';

export interface TimedFiles {
  readonly files: FileSystem;
  /** Milliseconds spent in syncs so far, of files and of folders. */
  readonly synced: () => number;
}

export function timedFiles(): TimedFiles {
  let ms = 0;
  const timed = async <T>(sync: Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await sync;
    } finally {
      ms += performance.now() - began;
    }
  };
  const files: FileSystem = {
    ...nodeFileSystem,
    open: async (path, how) => {
      const opened = await nodeFileSystem.open(path, how);
      if (!opened.ok) return opened;
      const file = opened.value;
      return ok(changedFile(file, { sync: () => timed(file.sync()) }));
    },
    folders: { ...nodeFileSystem.folders, sync: (path) => timed(nodeFileSystem.folders.sync(path)) },
  };
  return { files, synced: () => ms };
}
