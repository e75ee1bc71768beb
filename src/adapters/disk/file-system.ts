// The port to a file system that the file profile stands on. Each method is one effect that happens or fails; what may
// follow after which sync is for its callers to know. Single effects are short and are not aborted half-way:
// callers look at their signal between them.

import type { Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';

/** How a file is recognised: if none of it changed, nobody has written to the file. */
export interface FileStat {
  readonly ino: bigint;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly folder: boolean;
}

export type FileResult<T> = Promise<Result<T, StoreFailure>>;

export interface OpenFile {
  /** Adds all the bytes at the end; after a failure some of them may be there. */
  write(bytes: Uint8Array): FileResult<undefined>;
  /** Makes the content durable. The file's name is durable only after `syncFolder` of its folder. */
  sync(): FileResult<undefined>;
  truncate(length: number): FileResult<undefined>;
  stat(): FileResult<FileStat>;
  close(): Promise<void>;
}

export interface Folders {
  /** Fails with the code EEXIST when there is something of that name. */
  create(path: string): FileResult<undefined>;
  /** Names of the entries, in no order. */
  list(path: string): FileResult<readonly string[]>;
  /** Makes creations, renames and removals in the folder durable. Done where the system does not support it. */
  sync(path: string): FileResult<undefined>;
  /** Removes an empty folder. */
  remove(path: string): FileResult<undefined>;
}

export interface FileSystem {
  /**
   * `create` fails with the code EEXIST when there is something of that name, `append` when there is nothing. Opening
   * and reading never wait: a pipe or a device is `no-plain-file`.
   */
  open(path: string, how: 'create' | 'append'): FileResult<OpenFile>;
  read(path: string): FileResult<Uint8Array>;
  /** The content from its beginning to its end, piece by piece. A piece is good only until its promise has resolved. */
  readPieces(path: string, take: (piece: Uint8Array) => Promise<void>): FileResult<undefined>;
  /** What the name leads to, links followed. */
  stat(path: string): FileResult<FileStat>;
  /**
   * What stands under the name itself: a symbolic link is no folder, wherever it leads. Whoever walks down a tree asks
   * this, so as never to leave it and never to walk in a circle.
   */
  entry(path: string): FileResult<FileStat>;
  /** Replaces what was called `to`, at once. A folder replaces only an empty one. */
  rename(from: string, to: string): FileResult<undefined>;
  /** A second name for a file. Fails with the code EEXIST when there is something of that name. */
  link(from: string, to: string): FileResult<undefined>;
  remove(path: string): FileResult<undefined>;
  readonly folders: Folders;
}
