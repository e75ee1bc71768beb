// Contents as parts of chat messages. Only a user message may hold images; elsewhere a placeholder says that there is one.

import { addAll } from '../../../base/add-all.ts';
import { inlineImage } from '../../provider/inline-image.ts';
import type { Part } from '../../transcript/parts.ts';
import type { RecordOf } from '../../transcript/record.ts';
import type { ExportContents } from '../contents.ts';
import type { HeardRecord } from '../items.ts';
import { mediaNote } from '../media-note.ts';

/** A part of a user message; other messages hold texts only. */
export type ChatPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

type TextPart = Extract<ChatPart, { type: 'text' }>;

/** The parts of a user message; blank texts are left out. A reminder is marked as in a request. */
export async function heardParts(
  record: HeardRecord | RecordOf<'summary'>,
  contents: ExportContents,
): Promise<readonly ChatPart[]> {
  const parts = await userParts(record.content, contents);
  if (record.kind !== 'reminder' || parts.length === 0) return parts;
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return [{ type: 'text', text: `<system-reminder>\n${text}\n</system-reminder>` }];
}

/** The texts of an answer or a result, one a part; media stand as notes. */
export async function plainTexts(
  content: readonly Part[],
  contents: ExportContents,
): Promise<readonly TextPart[]> {
  const texts: TextPart[] = [];
  for (const part of content) addAll(texts, await textPart(part, contents));
  return texts;
}

/** The images of a result that a service takes. */
export async function imageParts(
  content: readonly Part[],
  contents: ExportContents,
): Promise<readonly ChatPart[]> {
  const parts = await userParts(
    content.filter((part) => part.type === 'media'),
    contents,
  );
  return parts.filter((part) => part.type === 'image_url');
}

async function userParts(content: readonly Part[], contents: ExportContents): Promise<readonly ChatPart[]> {
  const parts: ChatPart[] = [];
  for (const part of content) {
    const url = part.type === 'media' ? await imageUrl(part, contents) : undefined;
    if (url === undefined) addAll(parts, await textPart(part, contents));
    else parts.push({ type: 'image_url', image_url: { url } });
  }
  return parts;
}

async function imageUrl(
  part: Extract<Part, { type: 'media' }>,
  contents: ExportContents,
): Promise<string | undefined> {
  if (part.media !== 'image') return undefined;
  const base64 = await contents.base64(part);
  const mime = part.mime ?? '';
  const image = base64 === undefined ? undefined : inlineImage({ type: 'image', mime, base64 });
  if (image !== undefined) return `data:${image.mime};base64,${image.base64}`;
  const { path = '' } = part;
  return /^https?:\/\//.test(path) ? contents.text(path) : undefined;
}

async function textPart(part: Part, contents: ExportContents): Promise<readonly TextPart[]> {
  const text =
    part.type === 'stored-text'
      ? await contents.stored(part)
      : await contents.text(part.type === 'media' ? mediaNote(part) : part.text);
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}
