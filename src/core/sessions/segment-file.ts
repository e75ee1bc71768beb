// The shapes in a segment file: header, finalized line, and what reading one gives. The bytes are read in
// segment-reader.ts and written in segment-encoding.ts.

import * as z from 'zod';
import { openObject } from '../../base/open-object.ts';
import type { TranscriptRecord } from '../transcript/record.ts';

export const segmentFormat = 1;

/**
 * Marks a line whose part goes on in the next line. All records of one append are one part: a part whose last line
 * is missing was never confirmed and is cut as a whole, so that half a tool batch is never read. It belongs to the
 * bytes only; no record carries it in memory.
 */
export const partContinues = 'partContinues';

export const headerSchema = openObject({
  kind: z.literal('header'),
  format: z.number().int().positive(),
  session: z.string(),
  segment: z.number().int().positive(),
  createdAt: z.string(),
  /** Turns copied from the predecessor. */
  tailTurns: z.number().int().nonnegative(),
  /** Whether a tool output of the tail, or the arguments of a call, were shortened when it was copied. */
  tailTruncated: z.boolean(),
});

export const finalizedSchema = openObject({
  kind: z.literal('finalized'),
  at: z.string(),
  /** Id of the first record that moved to the successor; readers stop there. Null when nothing moved. */
  cut: z.string().nullable(),
});

export type SegmentHeader = z.infer<typeof headerSchema>;
export type FinalizedLine = z.infer<typeof finalizedSchema>;

export interface DamagedLine {
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;
  /** SHA-256 of the line's bytes: how an acceptance is remembered. */
  readonly hash: string;
}

export interface ParsedSegment {
  /** Null when the first line is not a header; the damage says why. */
  readonly header: SegmentHeader | null;
  readonly records: readonly TranscriptRecord[];
  /** Byte offset of each record's line, in step with `records`. */
  readonly offsets: readonly number[];
  readonly damage: readonly DamagedLine[];
  readonly finalized: FinalizedLine | null;
  /** Byte offset of the `finalized` line. */
  readonly finalizedOffset: number | null;
  /** Byte offset where an unfinished last part begins: everything from here on was never confirmed. */
  readonly tornOffset: number | null;
  /** The last line is whole and lacks only its line end. */
  readonly unended: boolean;
}

/** The records up to the cut: what a finalized segment still owns (design 4.2). */
export function recordsToCut(segment: ParsedSegment): readonly TranscriptRecord[] {
  const cut = segment.finalized?.cut;
  if (cut === undefined || cut === null) return segment.records;
  const place = segment.records.findIndex((record) => record.id === cut);
  return place < 0 ? segment.records : segment.records.slice(0, place);
}
