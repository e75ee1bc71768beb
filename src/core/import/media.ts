// Images, documents and sound in foreign transcripts. Only well-formed base64 becomes a part; anything else is left to
// the caller, which keeps it as a leftover.

import type { DraftPart, MediaKind } from './draft.ts';

const base64Text = /^[A-Za-z0-9+/]+={0,2}$/;
const whiteSpace = /\s+/g;

/** The kind a MIME type belongs to; `fallback` where it says nothing. */
export function mediaKind(mime: string | undefined, fallback: MediaKind): MediaKind {
  if (mime === undefined) return fallback;
  if (mime.startsWith('image/')) return 'image';
  if (mime.startsWith('audio/')) return 'audio';
  if (mime.startsWith('text/') || mime === 'application/pdf') return 'document';
  return fallback;
}

/** The bytes as a part, or undefined when the text is empty or not base64. */
export function inlineMedia(
  base64: string,
  mime: string | undefined,
  fallback: MediaKind,
): DraftPart | undefined {
  const plain = normalBase64(base64);
  if (plain === undefined) return undefined;
  return { type: 'inline-media', media: mediaKind(mime, fallback), mime, base64: plain };
}

/** A `data:` address as bytes, any other as a link; undefined for a `data:` address that cannot be read. */
export function mediaOfUrl(url: string, fallback: MediaKind): DraftPart | undefined {
  if (url === '') return undefined;
  if (!url.startsWith('data:')) return { type: 'linked-media', media: fallback, path: url };
  const comma = url.indexOf(',');
  const head = comma < 0 ? '' : url.slice('data:'.length, comma);
  if (!head.endsWith(';base64')) return undefined;
  const mime = head.slice(0, head.indexOf(';'));
  return inlineMedia(url.slice(comma + 1), mime === '' ? undefined : mime, fallback);
}

/** Number of bytes that normal base64 stands for. */
export function base64Bytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

function normalBase64(text: string): string | undefined {
  const dense = text.replace(whiteSpace, '');
  if (!base64Text.test(dense)) return undefined;
  const bare = dense.replace(/=+$/, '');
  if (bare.length % 4 === 1) return undefined;
  const padded = bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
  return padded;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of bytes given as numbers. */
export function base64OfBytes(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.slice(at, at + 3).map((byte) => byte & 0xff);
    const bits = (first << 16) | (second << 8) | third;
    const digits = [18, 12, 6, 0].map((shift) => alphabet.charAt((bits >> shift) & 0x3f));
    const present = Math.min(3, bytes.length - at) + 1;
    text += digits.slice(0, present).join('').padEnd(4, '=');
  }
  return text;
}
