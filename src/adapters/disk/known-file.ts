// A file whose content this process knows: it is recognised by its metadata and, when those differ, by a running
// SHA-256, so that an edit behind our back is never overwritten and never costs a second reading.

import { createHash, type Hash } from 'node:crypto';
import type { Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import type { FileResult, FileStat, FileSystem, OpenFile } from './file-system.ts';

/** A SHA-256 that grows with its file. */
export class RunningHash {
  private readonly hash: Hash = createHash('sha256');

  add(bytes: Uint8Array): void {
    this.hash.update(bytes);
  }

  digest(): string {
    return this.hash.copy().digest('hex');
  }
}

/** Hashing in slices: a long file does not hold up the host. */
export async function hashOf(bytes: Uint8Array, pace: Pace): Promise<RunningHash> {
  const hash = new RunningHash();
  const slice = 1024 * 1024;
  for (let start = 0; start < bytes.length; start += slice) {
    hash.add(bytes.subarray(start, start + slice));
    const rest = pace.breathe();
    if (rest !== undefined) await rest;
  }
  return hash;
}

export class KnownFile {
  readonly path: string;
  private readonly files: FileSystem;
  private readonly pace: Pace;
  private readonly hash: RunningHash;
  private size: number;
  /** Null when the metadata are not known to belong to the content: the next check reads the file. */
  private seen: FileStat | null = null;

  constructor(
    path: string,
    content: { readonly hash: RunningHash; readonly size: number },
    ports: { readonly files: FileSystem; readonly pace: Pace },
  ) {
    this.path = path;
    this.hash = content.hash;
    this.size = content.size;
    this.files = ports.files;
    this.pace = ports.pace;
  }

  get bytes(): number {
    return this.size;
  }

  /** The content grew by these bytes, which are durable; `stat` is how the file looked right after. */
  grew(bytes: Uint8Array, stat: FileStat | null): void {
    this.hash.add(bytes);
    this.size += bytes.length;
    this.saw(stat);
  }

  /** The file looks like this and has the known content. */
  saw(stat: FileStat | null): void {
    this.seen = stat !== null && stat.size === this.size ? stat : null;
  }

  /** Notes how the file looks now, before anyone else can have touched it. */
  async look(): Promise<void> {
    const stat = await this.files.stat(this.path);
    this.saw(stat.ok ? stat.value : null);
  }

  /**
   * Whether the file still has the known content. Other times but the same bytes are taken note of and fine; other
   * bytes or no file are `changed-on-disk` (behaviour 8.12). An edit that keeps size and times is not noticed.
   */
  async check(stat: FileStat): Promise<Result<undefined, StoreFailure>> {
    if (this.seen !== null && sameFile(this.seen, stat)) return ok();
    return this.checkContent();
  }

  /** The same for the file as it is found by its name. */
  async checkByName(): Promise<Result<undefined, StoreFailure>> {
    const stat = await this.files.stat(this.path);
    return stat.ok ? this.check(stat.value) : err(missing(stat.error));
  }

  /** Compares every byte, whatever the metadata say. */
  async checkContent(): Promise<Result<undefined, StoreFailure>> {
    const before = await this.files.stat(this.path);
    if (!before.ok) return err(missing(before.error));
    const edited: StoreFailure = { kind: 'changed-on-disk', path: this.path, how: 'edited' };
    if (before.value.size !== this.size) return err(edited);
    const hash = new RunningHash();
    const read = await this.files.readPieces(this.path, async (piece) => {
      hash.add(piece);
      await this.pace.breathe();
    });
    if (!read.ok) return err(missing(read.error));
    if (hash.digest() !== this.hash.digest()) return err(edited);
    this.saw(before.value);
    return ok();
  }

  /** Opens the file for appending, whatever it holds. */
  open(): FileResult<OpenFile> {
    return this.files.open(this.path, 'append');
  }

  /** Opens the file for appending once it is known to be unchanged. */
  async openUnchanged(): FileResult<OpenFile> {
    const opened = await this.files.open(this.path, 'append');
    if (!opened.ok) return err(missing(opened.error));
    const file = opened.value;
    const stat = await file.stat();
    const checked = stat.ok ? await this.check(stat.value) : stat;
    if (checked.ok) return ok(file);
    await file.close();
    return checked;
  }
}

/** A known file that is not there was deleted by something else. */
function missing(failure: StoreFailure): StoreFailure {
  return failure.kind === 'not-found'
    ? { kind: 'changed-on-disk', path: failure.path, how: 'deleted' }
    : failure;
}

/** By all that can be known of a file without reading it. */
export function sameFile(one: FileStat, other: FileStat): boolean {
  return (
    one.ino === other.ino &&
    one.size === other.size &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs
  );
}
