// Workspace files in memory, with links, devices and closed doors, for tests of tools. Paths are those of POSIX.

import { posix } from 'node:path';
import { err, ok, type Result } from '../../src/base/result.ts';
import type {
  FileFault,
  FileStamp,
  FolderEntry,
  ResolvedPath,
  WorkspaceFiles,
} from '../../src/core/tools/workspace-files.ts';

type Node =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly stamp: FileStamp }
  | { readonly kind: 'folder' | 'special' }
  | { readonly kind: 'link'; readonly target: string };

interface ReadEffect {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

export class MemoryWorkspace implements WorkspaceFiles {
  /** Every read of bytes, in order. */
  readonly reads: ReadEffect[] = [];
  private readonly nodes = new Map<string, Node>([['/', { kind: 'folder' }]]);
  private readonly closed = new Set<string>();
  private isFull = false;
  private changes = 0;

  put(path: string, content: string | Uint8Array): this {
    this.folder(posix.dirname(path));
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    this.changes++;
    const stamp = { bytes: bytes.length, modifiedMs: this.changes, inode: String(this.changes) };
    this.nodes.set(path, { kind: 'file', bytes, stamp });
    return this;
  }

  folder(path: string): this {
    if (this.nodes.has(path)) return this;
    this.folder(posix.dirname(path));
    this.nodes.set(path, { kind: 'folder' });
    return this;
  }

  link(path: string, target: string): this {
    this.folder(posix.dirname(path));
    this.nodes.set(path, { kind: 'link', target });
    return this;
  }

  special(path: string): this {
    this.folder(posix.dirname(path));
    this.nodes.set(path, { kind: 'special' });
    return this;
  }

  /** From now on nobody may look at it or into it. */
  close(path: string): this {
    this.closed.add(path);
    return this;
  }

  fill(): this {
    this.isFull = true;
    return this;
  }

  text(path: string): string | undefined {
    const bytes = this.bytes(path);
    return bytes === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }

  bytes(path: string): Uint8Array | undefined {
    const node = this.nodes.get(path);
    return node?.kind === 'file' ? node.bytes : undefined;
  }

  async resolve(path: string): Promise<Result<ResolvedPath, FileFault>> {
    const plain = posix.resolve(path);
    let pending = plain.split('/').filter((name) => name !== '');
    let real = '/';
    let exists = true;
    for (let links = 0; pending.length > 0;) {
      const [name = '', ...rest] = pending;
      const next = posix.join(real, name);
      const node: Node | undefined = exists ? this.nodes.get(next) : undefined;
      if (node?.kind === 'link') {
        if (++links > 40) return err({ kind: 'other', code: 'ELOOP' });
        pending = [
          ...posix
            .resolve(real, node.target)
            .split('/')
            .filter((part) => part !== ''),
          ...rest,
        ];
        real = '/';
        continue;
      }
      exists = node !== undefined;
      real = next;
      pending = rest;
    }
    return ok({ real, plain, exists });
  }

  async facts(
    path: string,
  ): Promise<ReturnType<WorkspaceFiles['facts']> extends Promise<infer R> ? R : never> {
    const node = this.open(path);
    if (!node.ok) return node;
    const { kind } = node.value;
    const stamp = node.value.kind === 'file' ? node.value.stamp : { bytes: 0, modifiedMs: 0, inode: '0' };
    return ok({ kind: kind === 'link' ? 'special' : kind, stamp });
  }

  async read(
    path: string,
    range: { readonly offset: number; readonly length: number },
  ): Promise<Result<{ bytes: Uint8Array; stamp: FileStamp }, FileFault>> {
    const node = this.open(path);
    if (!node.ok) return node;
    if (node.value.kind === 'folder') return err({ kind: 'is-folder' });
    if (node.value.kind !== 'file') return err({ kind: 'special' });
    this.reads.push({ path, ...range });
    const bytes = node.value.bytes.slice(range.offset, range.offset + range.length);
    return ok({ bytes, stamp: node.value.stamp });
  }

  async list(path: string): Promise<Result<readonly FolderEntry[], FileFault>> {
    const folder = this.open(path);
    if (!folder.ok) return folder;
    if (folder.value.kind !== 'folder') return err({ kind: 'not-a-folder' });
    const entries: FolderEntry[] = [];
    for (const [name, node] of this.nodes) {
      if (name === '/' || posix.dirname(name) !== path) continue;
      const bytes = node.kind === 'file' ? node.bytes.length : undefined;
      entries.push({ name: posix.basename(name), kind: node.kind, bytes });
    }
    return ok(entries.sort((a, b) => (a.name < b.name ? -1 : 1)));
  }

  async write(
    path: string,
    content: Uint8Array,
    expected: FileStamp | null,
  ): Promise<Result<FileStamp, FileFault>> {
    if (this.closed.has(path) || this.closed.has(posix.dirname(path))) return err({ kind: 'denied' });
    const node = this.nodes.get(path);
    if (node?.kind === 'folder') return err({ kind: 'is-folder' });
    if (node?.kind === 'special') return err({ kind: 'special' });
    const stamp = node?.kind === 'file' ? node.stamp : null;
    if (stamp?.inode !== expected?.inode) return err({ kind: 'changed' });
    if (this.isFull) return err({ kind: 'full' });
    this.put(path, content.slice());
    const written = this.nodes.get(path);
    return written?.kind === 'file' ? ok(written.stamp) : err({ kind: 'other', code: 'EIO' });
  }

  private open(path: string): Result<Node, FileFault> {
    for (let at = path; ; at = posix.dirname(at)) {
      if (this.closed.has(at)) return err({ kind: 'denied' });
      if (at === posix.dirname(at)) break;
    }
    const node = this.nodes.get(path);
    if (node !== undefined) return ok(node);
    const parent = this.nodes.get(posix.dirname(path));
    return err({ kind: parent?.kind === 'file' ? 'not-a-folder' : 'not-found' });
  }
}
