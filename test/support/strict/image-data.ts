// What the bytes of an inline image say about themselves. Which formats and sizes a service takes is its caller's.

import { imageFormat, type ImageFormat } from './image-format.ts';
import { imageSize, type ImageSize } from './image-size.ts';

interface ImageFacts {
  readonly format: ImageFormat;
  readonly bytes: number;
  readonly size: ImageSize;
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/u;

/** The fault in words when `data` is not padded base64 of a PNG, JPEG, GIF or WebP image with a readable header. */
export function readImage(data: string): ImageFacts | string {
  if (data === '') return 'holds no image data';
  if (data.length % 4 !== 0 || !base64.test(data)) return 'is not base64';
  const bytes = Buffer.from(data, 'base64');
  const format = imageFormat(bytes);
  if (format === undefined) return 'is not a PNG, JPEG, GIF or WebP image';
  const size = imageSize(format, bytes);
  if (size === undefined) return `is ${format} without readable dimensions`;
  return { format, bytes: bytes.length, size };
}
