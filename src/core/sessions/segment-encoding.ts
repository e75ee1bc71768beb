// Records to the bytes of a segment file. Long segments are encoded in chunks, so that no slice of the work is long.

import type { Pace } from '../../base/pace.ts';
import { recordValue, type TranscriptRecord } from '../transcript/record.ts';
import { partContinues } from './segment-file.ts';

export interface EncodedChunk {
  readonly bytes: Uint8Array;
  /** Bytes of each line in the chunk, line end included. */
  readonly lineLengths: readonly number[];
}

const chunkBytes = 256 * 1024;
const encoder = new TextEncoder();

/** One line with its end. Lone surrogates leave `JSON.stringify` escaped, so the bytes are always valid UTF-8. */
export function encodeLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** The records as one part: an append that is read back completely or not at all. */
export function encodePart(records: readonly TranscriptRecord[]): EncodedChunk {
  const last = records.length - 1;
  return joined(
    records.map((record, place) => {
      const value = recordValue(record);
      return encoder.encode(encodeLine(place === last ? value : { ...value, [partContinues]: true }));
    }),
  );
}

/** Header, records and an optional `finalized` line of a segment that is written as a whole, chunk by chunk. */
export async function* encodeSegment(lines: Iterable<object>, pace: Pace): AsyncGenerator<EncodedChunk> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for (const line of lines) {
    const bytes = encoder.encode(encodeLine(line));
    pending.push(bytes);
    size += bytes.length;
    if (size >= chunkBytes) {
      yield joined(pending);
      pending = [];
      size = 0;
    }
    const rest = pace.breathe();
    if (rest !== undefined) await rest;
  }
  if (pending.length > 0) yield joined(pending);
}

function joined(lines: readonly Uint8Array[]): EncodedChunk {
  const lineLengths = lines.map((line) => line.length);
  const bytes = new Uint8Array(lineLengths.reduce((sum, length) => sum + length, 0));
  let place = 0;
  for (const line of lines) {
    bytes.set(line, place);
    place += line.length;
  }
  return { bytes, lineLengths };
}
