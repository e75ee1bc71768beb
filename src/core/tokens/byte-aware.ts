// The estimate for a summary request: careful with text that is not ASCII, which tokenizers cut much finer.

import { codePointLength, utf8Length } from '../../base/code-points.ts';

/** Length of some text in code points and in UTF-8 bytes. Sizes of parts add up to the size of the whole. */
export interface TextSize {
  readonly characters: number;
  readonly bytes: number;
}

export function textSize(text: string): TextSize {
  return { characters: codePointLength(text), bytes: utf8Length(text) };
}

export function addSizes(...sizes: readonly TextSize[]): TextSize {
  let characters = 0;
  let bytes = 0;
  for (const size of sizes) {
    characters += size.characters;
    bytes += size.bytes;
  }
  return { characters, bytes };
}

/**
 * Tokens: ASCII characters at four a token, every other UTF-8 byte as a token. The ASCII part is itself estimated from
 * the two lengths, `max(0, 2 × characters − bytes)` (seed, Request flow; behaviour 2.22).
 */
export function byteAwareTokens(size: TextSize): number {
  const ascii = Math.max(0, 2 * size.characters - size.bytes);
  return Math.floor((ascii + 5) / 4) + (size.bytes - ascii);
}
