// A file system as a process sees it that may be killed: from then on nothing it asks for is ever answered.

import type { FileResult, FileSystem, OpenFile } from '../../src/adapters/disk/file-system.ts';

export interface MortalFiles {
  readonly files: FileSystem;
  /** How many calls were made so far. */
  calls(): number;
}

/** `isDead` is asked before and after each call; an effect that is under way when it becomes true still happens. */
export function mortalFiles(files: FileSystem, isDead: (calls: number) => boolean): MortalFiles {
  let calls = 0;
  const alive = async <T>(run: () => FileResult<T>): FileResult<T> => {
    calls++;
    if (isDead(calls)) return stopped();
    const answer = await run();
    return isDead(calls) ? stopped() : answer;
  };
  const wrapped = (file: OpenFile): OpenFile => ({
    write: (bytes) => alive(() => file.write(bytes)),
    sync: () => alive(() => file.sync()),
    truncate: (length) => alive(() => file.truncate(length)),
    stat: () => alive(() => file.stat()),
    close: () => file.close(),
  });
  return {
    calls: () => calls,
    files: {
      open: async (path, how) => {
        const opened = await alive(() => files.open(path, how));
        return opened.ok ? { ok: true, value: wrapped(opened.value) } : opened;
      },
      read: (path) => alive(() => files.read(path)),
      readPieces: (path, take) => alive(() => files.readPieces(path, take)),
      stat: (path) => alive(() => files.stat(path)),
      entry: (path) => alive(() => files.entry(path)),
      rename: (from, to) => alive(() => files.rename(from, to)),
      link: (from, to) => alive(() => files.link(from, to)),
      remove: (path) => alive(() => files.remove(path)),
      folders: {
        create: (path) => alive(() => files.folders.create(path)),
        list: (path) => alive(() => files.folders.list(path)),
        sync: (path) => alive(() => files.folders.sync(path)),
        remove: (path) => alive(() => files.folders.remove(path)),
      },
    },
  };
}

function stopped<T>(): Promise<T> {
  return new Promise(() => undefined);
}
