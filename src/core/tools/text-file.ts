// Bytes of a file as text and back: which encoding, which line ends, or no text at all.

import { wellFormed } from '../../base/code-points.ts';

export type Encoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'latin-1';

export interface TextFile {
  readonly text: string;
  readonly encoding: Encoding;
}

export type LineEnds = 'lf' | 'crlf' | 'mixed';

/** How many bytes of a beginning decide whether a file is text. */
export const sniffedBytes = 8192;

const marks = {
  'utf-8-bom': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
} as const satisfies Partial<Record<Encoding, readonly number[]>>;

const encoder = new TextEncoder();

/**
 * What the first bytes of a file say: a byte order mark, or `utf-8` for anything that is text without one; whether that
 * holds to the end only decoding tells. A NUL, or many control characters, make it binary.
 */
export function sniff(head: Uint8Array): Exclude<Encoding, 'latin-1'> | 'binary' {
  for (const encoding of ['utf-8-bom', 'utf-16le', 'utf-16be'] as const) {
    if (marks[encoding].every((byte, at) => head[at] === byte)) return encoding;
  }
  const sample = head.subarray(0, sniffedBytes);
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return 'binary';
    if (byte < 32 && !isTextControl(byte)) controls++;
  }
  return controls * 10 > sample.length ? 'binary' : 'utf-8';
}

/**
 * The whole file as text without its byte order mark, such that `encodeFile` gives back the same bytes. Latin-1 takes
 * every byte; `broken` is a file that is not what its byte order mark says.
 */
export function decodeFile(bytes: Uint8Array): TextFile | 'binary' | 'broken' {
  const sniffed = sniff(bytes);
  if (sniffed === 'binary') return 'binary';
  if (sniffed === 'utf-8') return bytes.includes(0) ? 'binary' : decodedLine(bytes);
  try {
    return { text: decodedBody(bytes, { encoding: sniffed, fatal: true }), encoding: sniffed };
  } catch {
    // Not valid in its encoding, which is what was asked.
    return 'broken';
  }
}

/** The text of a file or of its beginning for reading alone: what does not decode is U+FFFD. Undefined when binary. */
export function readableText(bytes: Uint8Array): string | undefined {
  const whole = decodeFile(bytes);
  if (whole === 'binary') return undefined;
  if (whole !== 'broken') return whole.text;
  const encoding = sniff(bytes);
  return encoding === 'binary' ? undefined : decodedBody(bytes, { encoding, fatal: false });
}

function decodedBody(
  bytes: Uint8Array,
  { encoding, fatal }: { readonly encoding: Exclude<Encoding, 'latin-1'>; readonly fatal: boolean },
): string {
  const body = encoding === 'utf-8' ? bytes : bytes.subarray(marks[encoding].length);
  const name = encoding === 'utf-8-bom' ? 'utf-8' : encoding;
  return new TextDecoder(name, { fatal, ignoreBOM: true }).decode(body);
}

/** Bytes without a mark: UTF-8 when they are valid, else one character a byte. */
export function decodedLine(bytes: Uint8Array): TextFile {
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      encoding: 'utf-8',
    };
  } catch {
    // Not valid UTF-8, which is what was asked.
    return { text: latin1(bytes), encoding: 'latin-1' };
  }
}

/** The bytes a file of that encoding holds for the text; undefined when the encoding cannot write it. */
export function encodeFile({ text, encoding }: TextFile): Uint8Array | undefined {
  if (wellFormed(text) !== text) return undefined;
  switch (encoding) {
    case 'utf-8':
      return encoder.encode(text);
    case 'utf-8-bom':
      return joined(marks[encoding], encoder.encode(text));
    case 'latin-1':
      return /[^\u0000-\u00ff]/.test(text)
        ? undefined
        : Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    case 'utf-16le':
    case 'utf-16be':
      return joined(marks[encoding], utf16(text, encoding));
  }
}

/** `mixed` as soon as one line ends differently from another; without any line break it is `lf`. */
export function lineEndsOf(text: string): LineEnds {
  const breaks = countOf(text, '\n');
  const pairs = countOf(text, '\r\n');
  if (pairs === 0) return 'lf';
  return pairs === breaks ? 'crlf' : 'mixed';
}

export function withLineEnds(text: string, ends: 'lf' | 'crlf'): string {
  const bare = text.replaceAll('\r\n', '\n');
  return ends === 'lf' ? bare : bare.replaceAll('\n', '\r\n');
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

/** Tab, line feed, form feed, carriage return, escape (terminal colours) and backspace. */
function isTextControl(byte: number): boolean {
  return (byte >= 8 && byte <= 13) || byte === 27;
}

function latin1(bytes: Uint8Array): string {
  const piece = 8192;
  let text = '';
  for (let at = 0; at < bytes.length; at += piece)
    text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return text;
}

function utf16(text: string, encoding: 'utf-16le' | 'utf-16be'): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let unit = 0; unit < text.length; unit++)
    view.setUint16(unit * 2, text.charCodeAt(unit), encoding === 'utf-16le');
  return bytes;
}

function joined(mark: readonly number[], body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return bytes;
}
