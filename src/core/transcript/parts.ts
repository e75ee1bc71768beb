// What a record's content is made of: text, text kept in an artifact, and media. Artifacts are named by SHA-256.

import * as z from 'zod';
import { openObject } from '../../base/open-object.ts';
import { codePointLength } from '../../base/code-points.ts';

/** Text above this many UTF-8 bytes is kept as an artifact (design 4.2). */
export const artifactThresholdBytes = 256 * 1024;

/** How many code points of a stored text stay in the record, so that most readers never open the artifact. */
export const storedHeadLength = 16_384;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const textPartSchema = openObject({ type: z.literal('text'), text: z.string() });

/** Text kept beside the session: `head` is its beginning, `characters` its whole length in code points. */
export const storedTextSchema = openObject({
  type: z.literal('stored-text'),
  artifact: sha256,
  characters: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  head: z.string(),
});

/** An image or another file. `artifact` is absent when only a path or an address was known. */
export const mediaPartSchema = openObject({
  type: z.literal('media'),
  media: z.enum(['image', 'document', 'audio', 'other']),
  mime: z.string().optional(),
  artifact: sha256.optional(),
  bytes: z.number().int().nonnegative().optional(),
  path: z.string().optional(),
});

export const partSchema = z.discriminatedUnion('type', [textPartSchema, storedTextSchema, mediaPartSchema]);

export type TextPart = z.infer<typeof textPartSchema>;
export type StoredText = z.infer<typeof storedTextSchema>;
export type MediaPart = z.infer<typeof mediaPartSchema>;
export type Part = z.infer<typeof partSchema>;

/** Reads what a part keeps in an artifact. Undefined when the artifact is missing or damaged. */
export interface ArtifactReader {
  text(artifact: string): Promise<string | undefined>;
  base64(artifact: string): Promise<string | undefined>;
}

export function textContent(text: string): readonly TextPart[] {
  return [{ type: 'text', text }];
}

/** Model-visible code points of the content; media count nothing here (they have an estimate of their own). */
export function contentLength(content: readonly Part[]): number {
  let length = 0;
  for (const part of content) {
    if (part.type === 'text') length += codePointLength(part.text);
    else if (part.type === 'stored-text') length += part.characters;
  }
  return length;
}

/**
 * The text that stands in the record itself, parts joined by a newline, media left out. Of a stored text this is
 * only the head: use it where a beginning is enough.
 */
export function inlineText(content: readonly Part[]): string {
  if (content.length === 1 && content[0]?.type === 'text') return content[0].text;
  const texts: string[] = [];
  for (const part of content) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'stored-text') texts.push(part.head);
  }
  return texts.join('\n');
}

/**
 * The whole text of the content, artifacts read, parts joined by a newline, media left out. Of a stored text whose
 * artifact is gone the head is left, and says so.
 */
export async function wholeText(content: readonly Part[], artifacts: ArtifactReader): Promise<string> {
  if (!content.some((part) => part.type === 'stored-text')) return inlineText(content);
  const texts: string[] = [];
  for (const part of content) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'stored-text') texts.push(await storedText(part, artifacts));
  }
  return texts.join('\n');
}

/** The text a stored part stands for. */
export async function storedText(part: StoredText, artifacts: ArtifactReader): Promise<string> {
  const text = await artifacts.text(part.artifact);
  return text ?? `${part.head}\n[segue: the rest of this text is missing on disk]`;
}
