// A whole segment file at once: encoded, hashed and written chunk by chunk, so that memory holds one chunk of it.

import { ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { encodeSegment } from '../../core/sessions/segment-encoding.ts';
import type { FinalizedLine, SegmentHeader } from '../../core/sessions/segment-file.ts';
import { recordValue, type TranscriptRecord } from '../../core/transcript/record.ts';
import type { DiskPorts } from './disk-ports.ts';
import { RunningHash } from './known-file.ts';
import { writeNewFile } from './write-file.ts';

export interface SegmentFileContent {
  readonly header: SegmentHeader;
  readonly records: readonly TranscriptRecord[];
  readonly finalized: FinalizedLine | null;
}

export interface WrittenSegment {
  /** Byte offset of each record's line. */
  readonly offsets: readonly number[];
  readonly hash: RunningHash;
  /** Bytes of the file. */
  readonly size: number;
}

/** Creates the file with its content made durable; nothing stays on failure. */
export async function writeSegmentFile(
  ports: DiskPorts,
  path: string,
  content: SegmentFileContent,
): Promise<Result<WrittenSegment, StoreFailure>> {
  const { header, records, finalized } = content;
  const lines = [header, ...records.map(recordValue), ...(finalized === null ? [] : [finalized])];
  const hash = new RunningHash();
  const starts: number[] = [];
  let size = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of encodeSegment(lines, ports.pace)) {
      for (const length of chunk.lineLengths) {
        starts.push(size);
        size += length;
      }
      hash.add(chunk.bytes);
      yield chunk.bytes;
    }
  }
  const written = await writeNewFile(ports.files, path, chunks());
  if (!written.ok) return written;
  return ok({ offsets: starts.slice(1, 1 + records.length), hash, size });
}
