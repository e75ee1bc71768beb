// The bytes of a segment file to records. Pure: bytes in, records and damage out. What to do about torn ends and
// damage is decided by whoever opens the session.

import { isDeeperThan, maximumDepth, parseJsonOfAnyDepth } from '../../base/json.ts';
import type { Pace } from '../../base/pace.ts';
import type { Sha256 } from '../../base/sha256.ts';
import { parseRecord, type TranscriptRecord } from '../transcript/record.ts';
import {
  finalizedSchema,
  headerSchema,
  partContinues,
  type DamagedLine,
  type FinalizedLine,
  type ParsedSegment,
  type SegmentHeader,
} from './segment-file.ts';

/**
 * Reads a whole segment file. Never throws for what the bytes hold: a line that cannot be read becomes damage with
 * its number, an unfinished last part a torn offset, an unknown kind a hidden record. A second record with an id
 * already used is damage too, so that no record is there twice.
 */
export async function parseSegment(bytes: Uint8Array, sha256: Sha256, pace: Pace): Promise<ParsedSegment> {
  const parser = new SegmentParser(sha256, pace);
  await parser.add(bytes);
  return parser.finish();
}

/** The same for a file that comes piece by piece, so that memory never holds all of its bytes. */
export class SegmentParser {
  private readonly reader: SegmentReader;
  private readonly pace: Pace;
  /** The beginning of a line whose end has not come yet. */
  private begun: Uint8Array[] = [];
  /** Where that line begins in the file. */
  private offset = 0;

  constructor(sha256: Sha256, pace: Pace) {
    this.reader = new SegmentReader(sha256);
    this.pace = pace;
  }

  /** Takes the next piece of the file, which may be cut anywhere. It is not kept. */
  async add(piece: Uint8Array): Promise<void> {
    let start = 0;
    for (;;) {
      const end = piece.indexOf(newline, start);
      if (end < 0) break;
      const line = joined([...this.begun, piece.subarray(start, end)]);
      this.reader.line(line, this.offset);
      this.begun = [];
      this.offset += line.length + 1;
      start = end + 1;
      const rest = this.pace.breathe();
      if (rest !== undefined) await rest;
    }
    // Not `slice`: that of a Node buffer is a view.
    if (start < piece.length) this.begun.push(new Uint8Array(piece.subarray(start)));
  }

  /** Nothing more comes. */
  finish(): ParsedSegment {
    return this.reader.finish(joined(this.begun), this.offset);
  }
}

const newline = 0x0a;
/** The deepest value a record may carry, and room for the record around it. */
const deepestLine = maximumDepth + 32;

type Decoded =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string };

/** Where a part that is not yet complete began. */
interface OpenPart {
  readonly offset: number;
  readonly records: number;
}

class SegmentReader {
  private readonly sha256: Sha256;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private readonly records: TranscriptRecord[] = [];
  private readonly offsets: number[] = [];
  private readonly damage: DamagedLine[] = [];
  private readonly ids = new Set<string>();
  private header: SegmentHeader | null = null;
  private finalized: FinalizedLine | null = null;
  private finalizedOffset: number | null = null;
  private part: OpenPart | null = null;
  private number = 0;

  constructor(sha256: Sha256) {
    this.sha256 = sha256;
  }

  line(bytes: Uint8Array, offset: number): void {
    this.number++;
    const problem = this.read(this.decode(bytes), offset);
    if (problem === null) return;
    // A damaged line may be one that was confirmed: it is kept, and so is everything before it.
    this.part = null;
    this.damage.push({ line: this.number, reason: problem, hash: this.sha256.of(bytes) });
  }

  /** `rest` is what follows the last line end. A whole line there lacks nothing but its end (no JSON object has a proper prefix that is one). */
  finish(rest: Uint8Array, offset: number): ParsedSegment {
    let torn: number | null = null;
    let unended = false;
    if (rest.length > 0) {
      this.number++;
      unended = this.read(this.decode(rest), offset) === null;
      if (!unended) torn = offset;
    }
    if (this.part !== null) {
      torn = this.part.offset;
      unended = false;
      this.records.length = this.part.records;
      this.offsets.length = this.part.records;
    }
    const { header, records, offsets, damage, finalized, finalizedOffset } = this;
    return { header, records, offsets, damage, finalized, finalizedOffset, tornOffset: torn, unended };
  }

  private decode(bytes: Uint8Array): Decoded {
    let text: string;
    try {
      text = this.decoder.decode(bytes);
    } catch {
      return { ok: false, reason: 'not UTF-8' };
    }
    const value = parseJsonOfAnyDepth(text);
    if (value === undefined) return { ok: false, reason: 'not JSON' };
    // Writing such a record to a successor would overflow the stack.
    if (isDeeperThan(value, deepestLine)) return { ok: false, reason: 'nested too deeply' };
    return { ok: true, value };
  }

  /** What is wrong with the line, or null when it was taken in. */
  private read(decoded: Decoded, offset: number): string | null {
    if (!decoded.ok) return decoded.reason;
    const kind = fieldOf(decoded.value, 'kind');
    if (this.number === 1) return this.readHeader(decoded.value);
    if (this.finalized !== null) return 'stands after the finalized line';
    if (kind === 'finalized') return this.readFinalized(decoded.value, offset);
    if (kind === 'header') return 'a second header';
    return this.readRecord(decoded.value, offset);
  }

  private readHeader(value: unknown): string | null {
    const parsed = headerSchema.safeParse(value);
    if (!parsed.success) return 'not a header';
    this.header = parsed.data;
    return null;
  }

  private readFinalized(value: unknown, offset: number): string | null {
    const parsed = finalizedSchema.safeParse(value);
    if (!parsed.success) return 'not a finalized line';
    this.part = null;
    this.finalized = parsed.data;
    this.finalizedOffset = offset;
    return null;
  }

  private readRecord(value: unknown, offset: number): string | null {
    const continues = fieldOf(value, partContinues) === true;
    const parsed = parseRecord(continues ? withoutMark(value as object) : value);
    if (!parsed.ok) return parsed.reason;
    const { record } = parsed;
    if (record.id !== '' && this.ids.has(record.id)) return `id ${record.id} is already used`;
    if (!continues) this.part = null;
    else this.part ??= { offset, records: this.records.length };
    this.ids.add(record.id);
    this.records.push(record);
    this.offsets.push(offset);
    return null;
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let place = 0;
  for (const piece of pieces) {
    whole.set(piece, place);
    place += piece.length;
  }
  return whole;
}

function withoutMark(line: object): object {
  const { [partContinues]: _mark, ...value } = line as Record<string, unknown>;
  return value;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
