// From bytes to the lines and the JSON value readers see. A byte-order mark, CRLF and UTF-16 are dealt with here; bytes
// that are not UTF-8 are read with replacement characters and kept.

import { constants, isUtf8 } from 'node:buffer';
import type { Json, JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Pace } from '../../base/pace.ts';
import { parseSourceJson } from '../../core/import/source-json.ts';
import type { SourceText, UndecodableLine } from '../../core/import/source.ts';

/** Bytes of a line, end excluded. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

export interface SourceBytes {
  /** Without a byte-order mark, in UTF-8. */
  readonly bytes: Buffer;
  readonly lines: readonly LineSpan[];
  readonly longestLine: number;
  /** The file begins as a JSON value that may reach over all its lines. */
  readonly mayBeWhole: boolean;
}

/** A first line longer than this is taken for a whole value when it closes like one. */
const largestProbe = 1_000_000;

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Longer text does not fit into one string. */
export const longestText = constants.MAX_STRING_LENGTH;

/** Finds the lines of a file without decoding them. */
export async function splitLines(file: Buffer, pace: Pace): Promise<SourceBytes> {
  const bytes = asUtf8(file);
  const lines: LineSpan[] = [];
  let longestLine = 0;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(newline, start);
    const next = found < 0 ? bytes.length : found;
    const end = next > start && bytes[next - 1] === carriageReturn ? next - 1 : next;
    lines.push({ start, end });
    longestLine = Math.max(longestLine, end - start);
    start = next + 1;
    const rest = pace.breathe();
    if (rest !== undefined) await rest;
  }
  return { bytes, lines, longestLine, mayBeWhole: mayBeWhole(bytes, lines) };
}

/** Decodes line by line, breathing between lines; the whole value is parsed in one go. */
export async function decodeSource(source: SourceBytes, pace: Pace): Promise<SourceText> {
  const { bytes, lines: spans } = source;
  const lines: string[] = [];
  const undecodable: UndecodableLine[] = [];
  for (const { start, end } of spans) {
    const line = bytes.subarray(start, end);
    if (!isUtf8(line)) undecodable.push({ line: lines.length + 1, base64: line.toString('base64') });
    lines.push(line.length > longestText ? '' : line.toString('utf8'));
    const rest = pace.breathe();
    if (rest !== undefined) await rest;
  }
  return { lines, whole: source.mayBeWhole ? wholeValue(bytes) : undefined, undecodable };
}

/** Too little text in it to be a transcript of any kind. */
export function looksBinary(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 8192);
  return head.includes(0) || (!isUtf8(bytes.subarray(0, 8192 - 4)) && controlBytes(head) * 10 > head.length);
}

function controlBytes(head: Buffer): number {
  return head.filter((byte) => byte < 0x20 && byte !== newline && byte !== carriageReturn && byte !== 0x09)
    .length;
}

function wholeValue(bytes: Buffer): JsonObject | readonly Json[] | undefined {
  if (bytes.length > longestText) return undefined;
  const parsed = parseSourceJson(bytes.toString('utf8'));
  if (!parsed.ok) return undefined;
  const { value } = parsed;
  return isJsonObject(value) || Array.isArray(value) ? (value as JsonObject | readonly Json[]) : undefined;
}

/** True when the file begins with a bracket and its first line is no complete JSON value, or its only line. */
function mayBeWhole(bytes: Buffer, lines: readonly LineSpan[]): boolean {
  const first = lines.find(({ start, end }) => !isBlank(bytes.subarray(start, end)));
  if (first === undefined) return false;
  const text = bytes.subarray(first.start, first.end);
  const opening = text.find((byte) => byte > 0x20);
  if (opening !== 0x7b && opening !== 0x5b) return false;
  if (lines.length === 1) return true;
  const last = text.findLast((byte) => byte > 0x20);
  if (last !== (opening === 0x7b ? 0x7d : 0x5d)) return true;
  return text.length <= largestProbe && !parseSourceJson(text.toString('utf8')).ok;
}

function isBlank(line: Buffer): boolean {
  return !line.some((byte) => byte > 0x20);
}

/** The bytes in UTF-8, whatever Unicode encoding the file is in, without a byte-order mark. */
function asUtf8(file: Buffer): Buffer {
  if (file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf) return file.subarray(3);
  const encoding = file.length > longestText ? undefined : utf16Of(file);
  return encoding === undefined ? file : Buffer.from(new TextDecoder(encoding).decode(file), 'utf8');
}

/** By its mark, or by the zero bytes that text in UTF-16 begins with. */
function utf16Of(file: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = file;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const isText = (byte: number | undefined): boolean => byte !== undefined && byte > 0x08 && byte < 0x7f;
  if (isText(first) && second === 0 && isText(third) && fourth === 0) return 'utf-16le';
  if (first === 0 && isText(second) && third === 0 && isText(fourth)) return 'utf-16be';
  return undefined;
}
