// Images as services accept them: four formats, named by what the bytes are and not by what a transcript says they are.

import type { ImageContent } from './request.ts';

export interface InlineImage {
  readonly mime: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** Padded, without white space. */
  readonly base64: string;
}

/** How the base64 of each format begins. The magic number of WebP ends beyond the sizes in between. */
const beginnings: readonly (readonly [start: RegExp, mime: InlineImage['mime']])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD[dl]h/, 'image/gif'],
  [/^UklGR.{6}XRUJQ/, 'image/webp'],
];

/**
 * The image when it is base64 of a format every service takes, else undefined: one image that cannot be sent must not
 * keep a whole conversation from being sent.
 */
export function inlineImage(image: ImageContent): InlineImage | undefined {
  const base64 = padded(image.base64.replace(/\s+/g, ''));
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const mime = beginnings.find(([start]) => start.test(base64))?.[1];
  return mime === undefined ? undefined : { mime, base64 };
}

/** What stands in the place of an image that cannot be sent. */
export function imageLeftOut(image: ImageContent): string {
  return `[image left out: its data is not a PNG, JPEG, GIF or WebP image (${image.mime})]`;
}

function padded(base64: string): string {
  const bare = base64.replace(/=+$/, '');
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
}
