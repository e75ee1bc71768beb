// Bytes as base64, for code that has no Buffer.

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Padded, without line breaks. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += digit(bits >> 18) + digit(bits >> 12);
    text += at + 1 < bytes.length ? digit(bits >> 6) : '=';
    text += at + 2 < bytes.length ? digit(bits) : '=';
  }
  return text;
}

function digit(bits: number): string {
  return digits.charAt(bits & 63);
}
