// What a file is by its first bytes, where it is no text: a picture a model can look at, or something that can only be named.

export interface Picture {
  readonly kind: 'picture';
  readonly mime: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
}

export interface OtherFile {
  readonly kind: 'other';
  /** As in "it is …". */
  readonly what: string;
}

const pictures: readonly (readonly [signature: string, mime: Picture['mime']])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
];

const others: readonly (readonly [signature: string, what: string])[] = [
  ['%PDF-', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive, or a document packed as one'],
  ['\x1f\x8b', 'a gzip archive'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a Windows program'],
  ['\x00asm', 'a WebAssembly module'],
  ['SQLite format 3\x00', 'an SQLite database'],
];

/** Undefined when the beginning tells nothing. */
export function signatureOf(head: Uint8Array): Picture | OtherFile | undefined {
  const mime = pictures.find(([signature]) => begins(head, signature))?.[1];
  if (mime !== undefined) return { kind: 'picture', mime };
  if (begins(head, 'RIFF') && begins(head.subarray(8), 'WEBP'))
    return { kind: 'picture', mime: 'image/webp' };
  const what = others.find(([signature]) => begins(head, signature))?.[1];
  return what === undefined ? undefined : { kind: 'other', what };
}

function begins(bytes: Uint8Array, signature: string): boolean {
  for (let at = 0; at < signature.length; at++) if (bytes[at] !== signature.charCodeAt(at)) return false;
  return true;
}
