// A file system in memory that behaves as badly as POSIX allows: a crash forgets whatever was not synced, file content
// and folder entries alike. Single effects can be made to fail, to happen only in part, or to be the last before the
// power goes.

import { posix } from 'node:path';
import { err, ok } from '../../src/base/result.ts';
import type { Clock } from '../../src/base/clock.ts';
import { failureOf } from '../../src/adapters/disk/file-failure.ts';
import type { FileResult, FileStat, FileSystem, OpenFile } from '../../src/adapters/disk/file-system.ts';
import {
  FileNode,
  FolderNode,
  landFolderChange,
  settleFolder,
  type FolderChange,
  type MemoryNode,
} from './memory-disk-nodes.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface DiskEffect {
  /** Counted from 1 since the disk was made or `restart` was called. */
  readonly number: number;
  readonly operation: string;
  readonly path: string;
}

/** `part` is how much of a write happens all the same: 0 when absent, 0.5 for half of its bytes. */
export type DiskFault =
  | { readonly kind: 'fail'; readonly code: string; readonly part?: number }
  | { readonly kind: 'power-off'; readonly part?: number };

export interface MemoryDiskOptions {
  readonly clock?: Clock;
  /** How long each effect and each reading takes on the clock. */
  readonly latencyMs?: number | (() => number);
  /** Like a file system without hard links. */
  readonly withoutLinks?: boolean;
}

/** What is left after the power has gone. `chance` decides for each unsynced change: 0 is never, 1 always. */
export interface Survival {
  readonly chance: number;
  readonly random?: () => number;
}

/** Of a reading in pieces. */
const pieceBytes = 997;

/** Thrown by every call once the power is off: nothing after that moment happens. */
export class PowerLoss extends Error {}

export class MemoryDisk {
  readonly files: FileSystem;
  effects: DiskEffect[] = [];
  /** Asked before each effect. */
  fault: (effect: DiskEffect) => DiskFault | undefined = () => undefined;
  private readonly clock: Clock;
  private readonly latencyMs: () => number;
  private readonly withoutLinks: boolean;
  private readonly never = new AbortController().signal;
  private readonly root: FolderNode;
  private changes: FolderChange[] = [];
  private readonly nodes: MemoryNode[] = [];
  private ticks = 0n;
  private off = false;

  constructor(options: MemoryDiskOptions = {}) {
    this.clock = options.clock ?? new VirtualClock();
    const { latencyMs = 0 } = options;
    this.latencyMs = typeof latencyMs === 'number' ? () => latencyMs : latencyMs;
    this.withoutLinks = options.withoutLinks ?? false;
    this.root = new FolderNode(this.tick());
    this.nodes.push(this.root);
    this.files = {
      open: (path, how) => (how === 'create' ? this.create(path) : this.append(path)),
      read: (path) => this.reading(() => this.fileAt(path, 'read', (file) => file.bytes.slice())),
      readPieces: (path, take) => this.readPieces(path, take),
      stat: (path) => this.reading(() => this.at(path, 'stat', (node) => node.stat())),
      // There are no symbolic links here.
      entry: (path) => this.files.stat(path),
      rename: (from, to) => this.rename(from, to),
      link: (from, to) => this.link(from, to),
      remove: (path) => this.remove(path, 'remove'),
      folders: {
        create: (path) => this.createFolder(path),
        list: (path) => this.reading(() => this.folderAt(path, 'list', (node) => [...node.entries.keys()])),
        sync: (path) => this.syncFolder(path),
        remove: (path) => this.remove(path, 'remove-folder'),
      },
    };
  }

  /** Fails the n-th effect from now with the code; a write may happen in part. */
  failAt(number: number, code: string, part = 0): void {
    this.restart();
    this.fault = (effect) => (effect.number === number ? { kind: 'fail', code, part } : undefined);
  }

  /** Turns the power off instead of the n-th effect from now, or in the middle of it. */
  powerOffAt(number: number, part = 0): void {
    this.restart();
    this.fault = (effect) => (effect.number === number ? { kind: 'power-off', part } : undefined);
  }

  /** Counts effects from 1 again and takes all faults away. */
  restart(): void {
    this.effects = [];
    this.fault = () => undefined;
  }

  /** Only the process was gone: what was written is still there, and what was not synced may still be lost. */
  survive(): void {
    this.off = false;
    this.restart();
  }

  /** The power comes back: what was synced is there, what was not is there only if it survived. */
  crash(survival: Survival): void {
    const random = survival.random ?? ((): number => 0.5);
    const survives = (): boolean => survival.chance >= 1 || random() < survival.chance;
    for (const change of this.changes) if (!change.landed && survives()) landFolderChange(change);
    for (const node of this.nodes) {
      if (node instanceof FileNode) node.crash(survives, random);
      else node.entries = new Map(node.durable);
    }
    this.changes = [];
    this.survive();
  }

  /** Everything below a folder, as another program would see it: paths to text, folders left out. */
  snapshot(path = '/'): Readonly<Record<string, string>> {
    const found: Record<string, string> = {};
    const walk = (folder: FolderNode, at: string): void => {
      for (const [name, node] of folder.entries) {
        const below = posix.join(at, name);
        if (node instanceof FolderNode) walk(node, below);
        else found[below] = Buffer.from(node.bytes).toString('utf8');
      }
    };
    const node = this.find(path);
    if (node instanceof FolderNode) walk(node, path);
    return found;
  }

  text(path: string): string {
    const node = this.find(path);
    if (!(node instanceof FileNode)) throw new Error(`No file at ${path}`);
    return Buffer.from(node.bytes).toString('utf8');
  }

  /** What another program does: the file is created or overwritten at once, and durable. */
  put(path: string, text: string | Uint8Array): void {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const there = this.find(path);
    const file = there instanceof FileNode ? there : this.newFile();
    file.overwrite(bytes, this.tick());
    const folder = this.find(posix.dirname(path));
    if (!(folder instanceof FolderNode)) throw new Error(`No folder for ${path}`);
    folder.entries.set(posix.basename(path), file);
    folder.durable.set(posix.basename(path), file);
  }

  /** The same program touches the file: other times, same content. */
  touch(path: string): void {
    this.put(path, this.text(path));
  }

  /** The same program deletes it. */
  delete(path: string): void {
    const folder = this.find(posix.dirname(path));
    if (!(folder instanceof FolderNode)) throw new Error(`No folder for ${path}`);
    folder.entries.delete(posix.basename(path));
    folder.durable.delete(posix.basename(path));
  }

  /** In small pieces, which overwrite one another, so that whoever keeps one or counts on whole lines is found out. */
  private async readPieces(path: string, take: (piece: Uint8Array) => Promise<void>): FileResult<undefined> {
    const bytes = await this.files.read(path);
    if (!bytes.ok) return bytes;
    const piece = Buffer.alloc(pieceBytes);
    for (let start = 0; start < bytes.value.length; start += pieceBytes) {
      const next = bytes.value.subarray(start, start + pieceBytes);
      piece.set(next);
      await take(piece.subarray(0, next.length));
      piece.fill(0);
    }
    return ok();
  }

  private create(path: string): FileResult<OpenFile> {
    return this.effect('create', path, () => {
      if (this.find(path) !== undefined) return fail('EEXIST', 'open', path);
      const file = this.newFile();
      const added = this.change(path, [[path, file]]);
      return added.ok ? ok(this.opened(file, path)) : added;
    });
  }

  private append(path: string): FileResult<OpenFile> {
    return this.reading(() => this.fileAt(path, 'open', (file) => this.opened(file, path)));
  }

  private opened(file: FileNode, path: string): OpenFile {
    return {
      write: (bytes) =>
        this.effect('write', path, (part) => {
          file.write(bytes.slice(0, Math.floor(bytes.length * part)), this.tick());
          return ok();
        }),
      sync: () =>
        this.effect('sync', path, () => {
          file.sync();
          return ok();
        }),
      truncate: (length) =>
        this.effect('truncate', path, () => {
          file.truncate(length, this.tick());
          return ok();
        }),
      stat: () => this.reading(() => ok(file.stat())),
      close: () => Promise.resolve(),
    };
  }

  private rename(from: string, to: string): FileResult<undefined> {
    return this.effect('rename', to, () => {
      const node = this.find(from);
      const replaced = this.find(to);
      if (node === undefined) return fail('ENOENT', 'rename', from);
      if (replaced instanceof FolderNode && replaced.entries.size > 0) return fail('ENOTEMPTY', 'rename', to);
      if (replaced instanceof FolderNode && node instanceof FileNode) return fail('EISDIR', 'rename', to);
      if (replaced instanceof FileNode && node instanceof FolderNode) return fail('ENOTDIR', 'rename', to);
      node.ctime = this.tick();
      const changes: [string, MemoryNode | null][] = [
        [from, null],
        [to, node],
      ];
      return this.change(to, changes);
    });
  }

  private link(from: string, to: string): FileResult<undefined> {
    return this.effect('link', to, () => {
      if (this.withoutLinks) return fail('EPERM', 'link', to);
      const node = this.find(from);
      if (node === undefined) return fail('ENOENT', 'link', from);
      if (this.find(to) !== undefined) return fail('EEXIST', 'link', to);
      node.ctime = this.tick();
      return this.change(to, [[to, node]]);
    });
  }

  private remove(path: string, operation: 'remove' | 'remove-folder'): FileResult<undefined> {
    return this.effect(operation, path, () => {
      const node = this.find(path);
      if (node === undefined) return fail('ENOENT', operation, path);
      if (operation === 'remove' && node instanceof FolderNode) return fail('EISDIR', operation, path);
      if (node instanceof FolderNode && node.entries.size > 0) return fail('ENOTEMPTY', operation, path);
      return this.change(path, [[path, null]]);
    });
  }

  private createFolder(path: string): FileResult<undefined> {
    return this.effect('create-folder', path, () => {
      if (this.find(path) !== undefined) return fail('EEXIST', 'create', path);
      const node = new FolderNode(this.tick());
      this.nodes.push(node);
      return this.change(path, [[path, node]]);
    });
  }

  private syncFolder(path: string): FileResult<undefined> {
    return this.effect('sync-folder', path, () =>
      this.folderAt(path, 'sync', (folder) => settleFolder(folder, this.changes)),
    );
  }

  /** Changes entries now, and on disk once their folder is synced. */
  private change(path: string, entries: readonly [string, MemoryNode | null][]): Done {
    const changed = entries.map(([at, node]) => ({
      folder: this.find(posix.dirname(at)),
      name: posix.basename(at),
      node,
    }));
    const valid = changed.flatMap((entry) =>
      entry.folder instanceof FolderNode ? [{ ...entry, folder: entry.folder }] : [],
    );
    if (valid.length < entries.length) return fail('ENOENT', 'open', path);
    for (const { folder, name, node } of valid) {
      if (node === null) folder.entries.delete(name);
      else folder.entries.set(name, node);
      folder.mtime = folder.ctime = this.tick();
    }
    // Only what happens within one folder is sure to land together.
    for (const folder of new Set(valid.map((entry) => entry.folder))) {
      this.changes.push({ folder, entries: valid.filter((entry) => entry.folder === folder), landed: false });
    }
    return ok();
  }

  private newFile(): FileNode {
    const file = new FileNode(this.tick());
    this.nodes.push(file);
    return file;
  }

  private find(path: string): MemoryNode | undefined {
    let node: MemoryNode | undefined = this.root;
    for (const name of path.split('/').filter((step) => step !== '')) {
      node = node instanceof FolderNode ? node.entries.get(name) : undefined;
    }
    return node;
  }

  private at<T>(path: string, operation: string, use: (node: MemoryNode) => T): Answer<T> {
    const node = this.find(path);
    return node === undefined ? fail('ENOENT', operation, path) : ok(use(node));
  }

  private fileAt<T>(path: string, operation: string, use: (file: FileNode) => T): Answer<T> {
    const node = this.find(path);
    if (node instanceof FolderNode) return fail('EISDIR', operation, path);
    return node === undefined ? fail('ENOENT', operation, path) : ok(use(node));
  }

  private folderAt<T>(path: string, operation: string, use: (folder: FolderNode) => T): Answer<T> {
    const node = this.find(path);
    if (node instanceof FileNode) return fail('ENOTDIR', operation, path);
    return node === undefined ? fail('ENOENT', operation, path) : ok(use(node));
  }

  private async reading<T>(answer: () => Answer<T>): Promise<Answer<T>> {
    await this.wait();
    return answer();
  }

  /** `apply` is told how much of it happens: 1, or less for a write that is cut short. */
  private async effect<T>(
    operation: string,
    path: string,
    apply: (part: number) => Answer<T>,
  ): Promise<Answer<T>> {
    await this.wait();
    const effect = { number: this.effects.length + 1, operation, path };
    this.effects.push(effect);
    const fault = this.fault(effect);
    if (fault === undefined) return apply(1);
    if (operation === 'write' && fault.part !== undefined) apply(fault.part);
    if (fault.kind === 'fail') return fail(fault.code, operation, path);
    this.off = true;
    throw new PowerLoss();
  }

  private async wait(): Promise<void> {
    const latency = this.latencyMs();
    if (latency > 0) await this.clock.delay(latency, this.never);
    if (this.off) throw new PowerLoss();
  }

  /** Nanoseconds that never repeat, so that every change is seen by its time. */
  private tick(): bigint {
    return BigInt(this.clock.now()) * 1_000_000n + this.ticks++;
  }
}

type Answer<T> = Awaited<FileResult<T>>;
type Done = Answer<undefined>;

function fail(code: string, operation: string, path: string): Answer<never> {
  return err(failureOf(code, { operation, path }));
}

export type { FileStat };
