// Width and height from an image's header, in pixels. The picture itself is not decoded.

import type { ImageFormat } from './image-format.ts';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Undefined when the header is cut off or holds no size. */
export function imageSize(format: ImageFormat, bytes: Buffer): ImageSize | undefined {
  const size = headerSize(format, bytes);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function headerSize(format: ImageFormat, bytes: Buffer): ImageSize | undefined {
  switch (format) {
    case 'image/png':
      return bytes.length < 24
        ? undefined
        : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    case 'image/gif':
      return bytes.length < 10 ? undefined : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    case 'image/jpeg':
      return jpegSize(bytes);
    case 'image/webp':
      return bytes.length < 30 ? undefined : webpSize(bytes);
  }
}

function jpegSize(bytes: Buffer): ImageSize | undefined {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (isFrameHeader(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

// C4, C8 and CC lie among the frame headers but mean tables and extensions.
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
