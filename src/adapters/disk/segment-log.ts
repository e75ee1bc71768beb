// The active segment: its file, and the records that are known to be in it. Memory advances only after the disk has
// confirmed; a write that failed is taken back so that the file is as it was.

import { err, ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import type { EncodedChunk } from '../../core/sessions/segment-encoding.ts';
import type { DamagedLine, SegmentHeader } from '../../core/sessions/segment-file.ts';
import type { TranscriptRecord } from '../../core/transcript/record.ts';
import type { FileStat, OpenFile } from './file-system.ts';
import type { KnownFile } from './known-file.ts';

/** Why a write failed, and whether the file is as it was before. */
export interface WriteFailure {
  readonly failure: StoreFailure;
  readonly restored: boolean;
}

export interface SegmentContent {
  readonly number: number;
  readonly header: SegmentHeader;
  readonly records: readonly TranscriptRecord[];
  /** Byte offset of each record's line. */
  readonly offsets: readonly number[];
  readonly damage: readonly DamagedLine[];
}

export class SegmentLog {
  readonly number: number;
  readonly header: SegmentHeader;
  readonly damage: readonly DamagedLine[];
  readonly file: KnownFile;
  private readonly list: TranscriptRecord[];
  private readonly places: number[];
  private readonly ids: Set<string>;
  private snapshot: readonly TranscriptRecord[] | null = null;

  constructor(content: SegmentContent, file: KnownFile) {
    this.number = content.number;
    this.header = content.header;
    this.damage = content.damage;
    this.file = file;
    this.list = [...content.records];
    this.places = [...content.offsets];
    this.ids = new Set(content.records.map((record) => record.id));
  }

  /** The confirmed records; later appends do not change the array. */
  get records(): readonly TranscriptRecord[] {
    this.snapshot ??= [...this.list];
    return this.snapshot;
  }

  get offsets(): readonly number[] {
    return this.places;
  }

  has(id: string): boolean {
    return id !== '' && this.ids.has(id);
  }

  /** Adds one part: one write, one sync, whatever the file's size. The records are those the part was encoded from. */
  async append(
    part: EncodedChunk,
    records: readonly TranscriptRecord[],
  ): Promise<Result<undefined, WriteFailure>> {
    const added = await this.write(part.bytes);
    if (!added.ok) return added;
    let offset = this.file.bytes;
    for (const length of part.lineLengths) {
      this.places.push(offset);
      offset += length;
    }
    this.file.grew(part.bytes, added.value.stat);
    for (const record of records) {
      this.list.push(record);
      this.ids.add(record.id);
    }
    this.snapshot = null;
    return ok();
  }

  /** Adds the `finalized` line, which this process does not count as content: `takeBack` removes it again. */
  finalize(line: Uint8Array): Promise<Result<unknown, WriteFailure>> {
    return this.write(line);
  }

  /** Removes whatever follows the known content. False when the file could not be made as it was. */
  async takeBack(): Promise<boolean> {
    const opened = await this.file.open();
    if (!opened.ok) return false;
    const restored = await this.restore(opened.value);
    await opened.value.close();
    return restored;
  }

  private async write(bytes: Uint8Array): Promise<Result<{ stat: FileStat | null }, WriteFailure>> {
    const opened = await this.file.openUnchanged();
    if (!opened.ok) return err({ failure: opened.error, restored: true });
    const file = opened.value;
    const written = await file.write(bytes);
    const synced = written.ok ? await file.sync() : written;
    if (synced.ok) {
      const stat = await file.stat();
      await file.close();
      return ok({ stat: stat.ok ? stat.value : null });
    }
    const restored = await this.restore(file);
    await file.close();
    return err({ failure: synced.error, restored });
  }

  private async restore(file: OpenFile): Promise<boolean> {
    const truncated = await file.truncate(this.file.bytes);
    const synced = truncated.ok ? await file.sync() : truncated;
    if (!synced.ok) return false;
    const stat = await file.stat();
    this.file.saw(stat.ok ? stat.value : null);
    return true;
  }
}
