// From characters to tokens, and what a transcript counts. An estimate says where it comes from.

import type { TranscriptRecord } from '../transcript/record.ts';
import { visibleLength, visibleMedia, withoutSuperseded } from '../transcript/visibility.ts';

/** `provider-context` is measured, `fresh-estimate` is estimated (design 14.13). */
export type EstimateSource = 'provider-context' | 'fresh-estimate';

export interface Estimate {
  readonly tokens: number;
  readonly source: EstimateSource;
}

/** What counted the text behind an estimate: the rule of four, a tokenizer, or each a part of it. */
export type Counting = 'characters' | 'tokenizer' | 'both';

/** Model-visible size of some records: code points of text, and images, which have an estimate of their own. */
export interface VisibleSize {
  readonly characters: number;
  readonly images: number;
}

/** Four characters a token (seed, Token estimate; behaviour 2.1). */
export function tokensOfCharacters(characters: number): number {
  return Math.floor(characters / 4);
}

/** Tokens of a size: characters by the rule of four, each image by the setting. */
export function tokensOf(size: VisibleSize, imageTokens: number): number {
  return tokensOfCharacters(size.characters) + size.images * imageTokens;
}

/** An image whose data was never kept is sent as a short text, so it is no image here. */
export function recordSize(record: TranscriptRecord): VisibleSize {
  const images = visibleMedia(record).filter(
    (part) => part.media === 'image' && part.artifact !== undefined,
  ).length;
  return { characters: visibleLength(record), images };
}

/** Model-visible size of a transcript, superseded records left out. Builds no text (design 4.2). */
export function transcriptSize(records: readonly TranscriptRecord[]): VisibleSize {
  let characters = 0;
  let images = 0;
  for (const record of withoutSuperseded(records)) {
    const size = recordSize(record);
    characters += size.characters;
    images += size.images;
  }
  return { characters, images };
}

/** A fresh estimate of a transcript, in tokens. */
export function freshEstimate(records: readonly TranscriptRecord[], imageTokens: number): Estimate {
  return { tokens: tokensOf(transcriptSize(records), imageTokens), source: 'fresh-estimate' };
}
