// What the memory disk is made of: files and folders, each with what programs see and what would survive a power cut.

import type { FileStat } from '../../src/adapters/disk/file-system.ts';

export type MemoryNode = FileNode | FolderNode;

/** Entries of one folder that change together, as the two names of a rename within it do. */
export interface FolderChange {
  readonly folder: FolderNode;
  readonly entries: readonly { readonly name: string; readonly node: MemoryNode | null }[];
  landed: boolean;
}

type FileChange =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'truncate'; readonly length: number };

export class FileNode {
  bytes: Uint8Array = new Uint8Array();
  mtime: bigint;
  ctime: bigint;
  private readonly ino: bigint;
  private durable: Uint8Array = new Uint8Array();
  private unsynced: FileChange[] = [];

  constructor(now: bigint) {
    this.ino = now;
    this.mtime = this.ctime = now;
  }

  write(bytes: Uint8Array, now: bigint): void {
    this.change({ kind: 'write', at: this.bytes.length, bytes }, now);
  }

  truncate(length: number, now: bigint): void {
    this.change({ kind: 'truncate', length }, now);
  }

  sync(): void {
    this.durable = this.bytes;
    this.unsynced = [];
  }

  overwrite(bytes: Uint8Array, now: bigint): void {
    this.bytes = bytes;
    this.mtime = this.ctime = now;
    this.sync();
  }

  /** Each unsynced change is lost, lands whole, or, a write, up to somewhere; a gap before it reads as zeros. */
  crash(survives: () => boolean, random: () => number): void {
    let bytes = this.durable;
    for (const change of this.unsynced) {
      if (!survives()) continue;
      const cut = change.kind === 'write' && random() < 0.3;
      bytes = changed(
        bytes,
        cut
          ? { ...change, bytes: change.bytes.slice(0, Math.floor(random() * change.bytes.length)) }
          : change,
      );
    }
    this.bytes = bytes;
    this.sync();
  }

  stat(): FileStat {
    const { ino, mtime, ctime } = this;
    return { ino, size: this.bytes.length, mtimeNs: mtime, ctimeNs: ctime, folder: false };
  }

  private change(change: FileChange, now: bigint): void {
    this.bytes = changed(this.bytes, change);
    this.unsynced.push(change);
    this.mtime = this.ctime = now;
  }
}

export class FolderNode {
  entries = new Map<string, MemoryNode>();
  durable = new Map<string, MemoryNode>();
  mtime: bigint;
  ctime: bigint;
  private readonly ino: bigint;

  constructor(now: bigint) {
    this.ino = now;
    this.mtime = this.ctime = now;
  }

  stat(): FileStat {
    const { ino, mtime, ctime } = this;
    return { ino, size: 0, mtimeNs: mtime, ctimeNs: ctime, folder: true };
  }
}

/** Makes every change of the folder's entries durable. */
export function settleFolder(folder: FolderNode, changes: readonly FolderChange[]): undefined {
  for (const change of changes) if (!change.landed && change.folder === folder) landFolderChange(change);
}

export function landFolderChange(change: FolderChange): void {
  change.landed = true;
  for (const { name, node } of change.entries) {
    if (node === null) change.folder.durable.delete(name);
    else change.folder.durable.set(name, node);
  }
}

function changed(bytes: Uint8Array, change: FileChange): Uint8Array {
  if (change.kind === 'truncate') {
    const cut = new Uint8Array(change.length);
    cut.set(bytes.subarray(0, change.length));
    return cut;
  }
  const grown = new Uint8Array(Math.max(bytes.length, change.at + change.bytes.length));
  grown.set(bytes);
  grown.set(change.bytes, change.at);
  return grown;
}
