// A range of lines out of content of any size: pieces are read until the range is complete, and only its lines are
// kept, each up to what is shown of it.

import { codePointIndex, codePointLength } from '../../base/code-points.ts';
import { ok, type Result } from '../../base/result.ts';
import { decodedLine } from './text-file.ts';
import type { FileFault, FileStamp } from './workspace-files.ts';

/** Reads bytes from a place on; fewer come back at the end. */
export type ByteSource = (
  offset: number,
  length: number,
) => Promise<Result<{ readonly bytes: Uint8Array; readonly stamp: FileStamp }, FileFault>>;

export interface LineRange {
  /** From 1. */
  readonly first: number;
  readonly count: number;
  /** From 1, in code points: where the first line begins to be shown. */
  readonly column: number;
}

export interface FileLine {
  readonly number: number;
  readonly text: string;
  /** The line goes on behind `text`. */
  readonly isCut: boolean;
}

export interface FileLines {
  readonly lines: readonly FileLine[];
  /** Nothing follows the last line. */
  readonly isEnd: boolean;
  /** Lines there are, known once the end was reached. */
  readonly total: number | undefined;
  readonly crlf: boolean;
  /** Absent when the content changed while it was read. */
  readonly stamp: FileStamp | undefined;
}

/** Code points shown of one line, and of the first one where a column was asked for. */
const lineWidth = 2000;
const wideLineWidth = 24_000;
/** Code points of all lines together, so that a result needs no further cut. */
const mostCharacters = 28_000;
const pieceBytes = 256 * 1024;
/** Bytes of a line behind what is shown of it that are read to find its end. */
const longestTail = 4 * 1024 * 1024;
/** The longest a code point gets in UTF-8. */
const widest = 4;

export async function readLines(
  source: ByteSource,
  range: LineRange,
  start = 0,
): Promise<Result<FileLines, FileFault>> {
  const taken = new TakenLines(range);
  let stamp: FileStamp | undefined;
  let isSteady = true;
  for (let offset = start; ;) {
    const piece = await source(offset, pieceBytes);
    if (!piece.ok) return piece;
    const { bytes } = piece.value;
    isSteady &&= stamp === undefined || sameStamp(stamp, piece.value.stamp);
    stamp = piece.value.stamp;
    if (bytes.length === 0) taken.end();
    else taken.piece(bytes);
    offset += bytes.length;
    if (taken.isDone) return ok(taken.result(isSteady ? stamp : undefined));
  }
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.bytes === b.bytes && a.modifiedMs === b.modifiedMs && a.inode === b.inode;
}

class TakenLines {
  isDone = false;
  private readonly range: LineRange;
  private readonly lines: FileLine[] = [];
  private number = 1;
  private kept: Uint8Array[] = [];
  private keptBytes = 0;
  /** Bytes of the current line, kept or not. */
  private lineBytes = 0;
  private room = mostCharacters;
  private total: number | undefined;
  private crlf = false;

  constructor(range: LineRange) {
    this.range = range;
  }

  piece(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.isDone;) {
      const end = bytes.indexOf(10, at);
      this.keep(bytes.subarray(at, end === -1 ? bytes.length : end));
      if (end === -1) return;
      this.finishLine();
      at = end + 1;
    }
  }

  end(): void {
    if (!this.isDone && this.lineBytes > 0) this.finishLine();
    if (!this.isDone) this.total = this.number - 1;
    this.isDone = true;
  }

  result(stamp: FileStamp | undefined): FileLines {
    const { lines, total, crlf } = this;
    return { lines, isEnd: total !== undefined, total, crlf, stamp };
  }

  private get isWanted(): boolean {
    return this.number >= this.range.first;
  }

  private keep(bytes: Uint8Array): void {
    this.lineBytes += bytes.length;
    if (!this.isWanted || bytes.length === 0) return;
    if (this.lines.length === this.range.count) {
      this.isDone = true;
      return;
    }
    const part = bytes.slice(0, Math.max(0, this.mostBytes() - this.keptBytes));
    this.kept.push(part);
    this.keptBytes += part.length;
    // Where such a line ends is not worth reading on for: what follows is read from its own place.
    if (this.lineBytes - this.keptBytes > longestTail) {
      this.finishLine();
      this.isDone = true;
    }
  }

  private mostBytes(): number {
    return (this.column() - 1 + this.width() + 1) * widest;
  }

  private finishLine(): void {
    if (this.isWanted) this.take();
    this.number++;
    this.kept = [];
    this.keptBytes = 0;
    this.lineBytes = 0;
  }

  /** A line that does not fit any more is left for the next call, unless it is the first. */
  private take(): void {
    const line = this.currentLine();
    const length = codePointLength(line.text);
    const isOver = length > this.room && this.lines.length > 0;
    if (this.lines.length === this.range.count || isOver) {
      this.isDone = true;
      return;
    }
    this.lines.push(line);
    this.room -= length;
  }

  private currentLine(): FileLine {
    const isCut = this.lineBytes > this.keptBytes;
    const bytes = joined(this.kept, this.keptBytes);
    const whole = decodedLine(isCut ? wellEnded(bytes) : bytes).text;
    const bare = whole.endsWith('\r') && !isCut ? whole.slice(0, -1) : whole;
    if (bare !== whole) this.crlf = true;
    const from = codePointIndex(bare, this.column() - 1);
    const rest = bare.slice(from);
    const to = codePointIndex(rest, this.width());
    return {
      number: this.number,
      text: rest.slice(0, to),
      isCut: to < rest.length || this.lineBytes > this.keptBytes,
    };
  }

  private column(): number {
    return this.number === this.range.first ? this.range.column : 1;
  }

  private width(): number {
    return this.column() > 1 ? wideLineWidth : lineWidth;
  }
}

/** Without the beginning of a character that was cut in two. */
function wellEnded(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 3 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, Math.max(0, end - 1));
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const only = pieces[0];
  if (pieces.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
