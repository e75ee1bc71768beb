// A number of bytes as people read it.

import { counted } from '../../base/counted.ts';

const units = ['kB', 'MB', 'GB'];

/** `532 bytes`, `12.3 kB`, `1.0 MB`; a kB is 1000 bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  let size = bytes / 1000;
  let unit = 0;
  // 999.95 would be rounded to a thousand of its unit.
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${size.toFixed(1)} ${units[unit] ?? ''}`;
}
