// Beginnings of images that say a size, as base64. Nothing follows the header.

export function pngHeader(width: number, height: number): string {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

export function gifHeader(width: number, height: number): string {
  const bytes = Buffer.alloc(15);
  bytes.write('GIF89a', 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes.toString('base64');
}

/** With an application segment before the frame header, as cameras write it. */
export function jpegHeader(width: number, height: number): string {
  const bytes = Buffer.alloc(21);
  bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 6, 0, 0, 0, 0, 0xff, 0xc0, 0, 9, 8]);
  bytes.writeUInt16BE(height, 15);
  bytes.writeUInt16BE(width, 17);
  return bytes.toString('base64');
}

/** The extended kind, which says the size of its canvas. */
export function webpHeader(width: number, height: number): string {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF', 'latin1');
  bytes.write('WEBPVP8X', 8, 'latin1');
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes.toString('base64');
}
