// What the active segment is once everything a crash left half-done is taken away. Pure: opening for reading uses the
// result as it is, opening for writing makes the files equal to it, verifying reports the difference.

import { parseJson } from '../../base/json.ts';
import type { Pace } from '../../base/pace.ts';
import type { Sha256 } from '../../base/sha256.ts';
import { isTemporary, segmentName, segmentNumber } from './names.ts';
import { copiedTurns } from './prompt-index.ts';
import {
  finalizedSchema,
  segmentFormat,
  type DamagedLine,
  type ParsedSegment,
  type SegmentHeader,
} from './segment-file.ts';
import { parseSegment } from './segment-reader.ts';
import type { SessionRecord } from './session-record.ts';

export interface SettledSegment {
  readonly parsed: ParsedSegment;
  /** The file as it should be. */
  readonly bytes: Uint8Array;
  /** The unfinished end that was taken off, to be kept beside the file. */
  readonly torn: Uint8Array | null;
  /** A rotation had finalized the segment but was not committed. */
  readonly unfinishedRotation: boolean;
  readonly missingLineEnd: boolean;
}

/** Files in the session folder that the sidecar does not account for. */
export interface StrayFiles {
  /** Segment files numbered above the active one. */
  readonly orphans: readonly string[];
  /** Files that were to be renamed and never were. */
  readonly leftovers: readonly string[];
}

export type HeaderCheck =
  | { readonly kind: 'fits'; readonly header: SegmentHeader }
  | { readonly kind: 'newer'; readonly format: number }
  | { readonly kind: 'foreign'; readonly why: string };

/** Whether the file of an active segment is as it should be, so that settling it would change nothing. */
export function isSettled(parsed: ParsedSegment): boolean {
  return parsed.tornOffset === null && parsed.finalizedOffset === null && !parsed.unended;
}

/**
 * Reads the bytes of the active segment and settles them: an unfinished last part is cut, a `finalized` line is taken
 * out with its cut, a missing line end is added (design 4.2).
 */
export async function settleSegment(given: Uint8Array, sha256: Sha256, pace: Pace): Promise<SettledSegment> {
  let bytes = given;
  let torn: Uint8Array | null = null;
  let unfinishedRotation = false;
  let missingLineEnd = false;
  for (;;) {
    const parsed = await parseSegment(bytes, sha256, pace);
    if (parsed.tornOffset !== null) {
      torn = bytes.subarray(parsed.tornOffset);
      bytes = bytes.subarray(0, parsed.tornOffset);
    }
    if (parsed.finalizedOffset !== null) {
      unfinishedRotation = true;
      bytes = withoutFinalized(bytes, parsed.finalizedOffset);
      continue;
    }
    if (parsed.unended) {
      missingLineEnd = true;
      bytes = withLineEnd(bytes);
    }
    const settled = { ...parsed, tornOffset: null, unended: false };
    return { parsed: settled, bytes, torn, unfinishedRotation, missingLineEnd };
  }
}

/**
 * Whether the segment is the one the sidecar names. A damaged first line does not keep a person from the records
 * behind it: the header is made anew from what is known, and the damage stays on record.
 */
export function checkHeader(parsed: ParsedSegment, record: SessionRecord): HeaderCheck {
  const { header } = parsed;
  const name = segmentName(record.activeSegment);
  if (header === null) {
    if (parsed.damage.length === 0) return { kind: 'foreign', why: `${name} is empty` };
    return { kind: 'fits', header: standInHeader(parsed, record) };
  }
  if (header.format > segmentFormat) return { kind: 'newer', format: header.format };
  if (header.session !== record.id) return { kind: 'foreign', why: `${name} belongs to another session` };
  if (header.segment !== record.activeSegment) {
    return { kind: 'foreign', why: `${name} says it is segment ${header.segment}` };
  }
  return { kind: 'fits', header };
}

/** Damaged lines nobody has accepted; an acceptance is remembered by the line's hash (design 4.2). */
export function unacceptedDamage(
  damage: readonly DamagedLine[],
  record: SessionRecord,
): readonly DamagedLine[] {
  if (damage.length === 0) return damage;
  const accepted = new Set(record.acceptedDamage);
  return damage.filter((line) => !accepted.has(line.hash));
}

export function strayFiles(names: readonly string[], record: SessionRecord): StrayFiles {
  return {
    orphans: names.filter((name) => (segmentNumber(name) ?? 0) > record.activeSegment),
    leftovers: names.filter(isTemporary),
  };
}

function standInHeader(parsed: ParsedSegment, record: SessionRecord): SegmentHeader {
  return {
    kind: 'header',
    format: segmentFormat,
    session: record.id,
    segment: record.activeSegment,
    createdAt: record.updatedAt,
    tailTurns: copiedTurns(parsed.records),
    tailTruncated: false,
  };
}

/** Takes out every `finalized` line at once, however many there are; the first stands at `offset`. */
function withoutFinalized(bytes: Uint8Array, offset: number): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  kept.set(bytes.subarray(0, offset));
  let size = offset;
  for (let start = offset; start < bytes.length;) {
    const found = bytes.indexOf(0x0a, start);
    const end = found < 0 ? bytes.length : found + 1;
    const line = bytes.subarray(start, end);
    if (!isFinalized(line)) {
      kept.set(line, size);
      size += line.length;
    }
    start = end;
  }
  return kept.subarray(0, size);
}

function isFinalized(line: Uint8Array): boolean {
  return finalizedSchema.safeParse(parseJson(new TextDecoder().decode(line))).success;
}

function withLineEnd(bytes: Uint8Array): Uint8Array {
  const ended = new Uint8Array(bytes.length + 1);
  ended.set(bytes);
  ended[bytes.length] = 0x0a;
  return ended;
}
