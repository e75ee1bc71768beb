// The identity of a file's content from what the system tells.

import type { FileStamp } from '../../core/tools/workspace-files.ts';

interface Stats {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** The time of the last change of any kind is part of it: times of modification can be set back. */
export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: Stats): FileStamp {
  return { bytes: Number(size), modifiedMs: Number(mtimeNs) / 1e6, inode: `${dev}-${ino}-${ctimeNs}` };
}

export function sameFile(a: FileStamp, b: FileStamp): boolean {
  return a.bytes === b.bytes && a.modifiedMs === b.modifiedMs && a.inode === b.inode;
}
