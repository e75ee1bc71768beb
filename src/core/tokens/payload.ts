// The size of a realised request: every string in it, with inline images by their own estimate and never as base64.

import { codePointLength } from '../../base/code-points.ts';
import { isJsonObject } from '../../base/json.ts';
import { tokensOf, type VisibleSize } from './estimate.ts';

interface Tally {
  characters: number;
  images: number;
}

/**
 * Tokens of a provider's request body: all strings by the rule of four, keys not counted, plus a flat number for each
 * inline image (seed, Token estimate; behaviours 2.16 to 2.20).
 */
export function payloadEstimate(payload: unknown, imageTokens: number): number {
  return tokensOf(payloadSize(payload), imageTokens);
}

/** Code points of all strings of a request or of a part of one, and its inline images. */
export function payloadSize(payload: unknown): VisibleSize {
  const tally: Tally = { characters: 0, images: 0 };
  walk(payload, tally);
  return tally;
}

function walk(value: unknown, tally: Tally): void {
  if (typeof value === 'string') {
    tally.characters += codePointLength(value);
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) walk(item, tally);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const image = imageMetadata(value as Record<string, unknown>);
  if (image !== undefined) {
    tally.images++;
    tally.characters += image;
    return;
  }
  for (const item of Object.values(value)) walk(item, tally);
}

/** Characters of an image block's metadata, or undefined for anything that is not a native inline image block. */
function imageMetadata(block: Record<string, unknown>): number | undefined {
  return neutralImage(block) ?? openAiImage(block) ?? anthropicImage(block) ?? bedrockImage(block);
}

/** An image of a neutral request, before any provider has encoded it. */
function neutralImage(block: Record<string, unknown>): number | undefined {
  const { type, mime, base64 } = block;
  if (type !== 'image' || typeof mime !== 'string' || typeof base64 !== 'string') return undefined;
  return 'image'.length + mime.length;
}

function openAiImage(block: Record<string, unknown>): number | undefined {
  const type = block['type'];
  if (type !== 'input_image' && type !== 'image_url') return undefined;
  const given = block['image_url'];
  const url = isJsonObject(given) ? given['url'] : given;
  if (typeof url !== 'string') return undefined;
  const prefix = imageDataPrefix(url);
  return prefix === undefined ? undefined : type.length + prefix;
}

function anthropicImage(block: Record<string, unknown>): number | undefined {
  const source = block['source'];
  if (block['type'] !== 'image' || !isJsonObject(source) || source['type'] !== 'base64') return undefined;
  const mime = source['media_type'];
  if (typeof mime !== 'string' || !/^image\//i.test(mime) || typeof source['data'] !== 'string')
    return undefined;
  return 'image'.length + 'base64'.length + mime.length;
}

function bedrockImage(block: Record<string, unknown>): number | undefined {
  const image = block['image'];
  if (!isJsonObject(image)) return undefined;
  const { format, source } = image;
  if (typeof format !== 'string' || !isJsonObject(source)) return undefined;
  const bytes = source['bytes'] ?? undefined;
  return bytes === undefined ? undefined : format.length;
}

/** Length of a base64 image URL up to and including its comma, or undefined for any other URL (behaviour 2.18). */
function imageDataPrefix(url: string): number | undefined {
  if (!/^data:image\//i.test(url)) return undefined;
  const comma = url.indexOf(',');
  const parameters = url.slice(0, Math.max(0, comma)).split(';').slice(1);
  return parameters.some((parameter) => /^base64$/i.test(parameter)) ? comma + 1 : undefined;
}
