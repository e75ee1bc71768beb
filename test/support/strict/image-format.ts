// The image formats both providers take, told by the first bytes.

export type ImageFormat = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

export function imageFormat(bytes: Buffer): ImageFormat | undefined {
  const start = bytes.subarray(0, 12).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return undefined;
}
