// Contents as the blocks of a Claude message. Media that have no block of their own stand as a note.

import type { JsonObject } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { inlineImage } from '../../provider/inline-image.ts';
import type { MediaPart, Part } from '../../transcript/parts.ts';
import type { RecordOf } from '../../transcript/record.ts';
import type { ExportContents } from '../contents.ts';
import type { HeardRecord, SaidRecord } from '../items.ts';
import { mediaNote } from '../media-note.ts';

/** A single text stands by itself, anything else as a list of blocks. */
export type BlockContent = string | readonly JsonObject[];

/** The content of a user message; undefined when there is none. A reminder is marked as in a request. */
export async function heardContent(
  record: HeardRecord,
  contents: ExportContents,
): Promise<BlockContent | undefined> {
  const blocks = await blocksOf(record.content, contents);
  if (blocks.length === 0) return undefined;
  if (record.kind !== 'reminder') return alone(blocks);
  const text = blocks
    .flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : []))
    .join('\n');
  return `<system-reminder>\n${text}\n</system-reminder>`;
}

/** The blocks of what the model said; none for a thought of which nothing can be shown or given back. */
export function saidBlocks(record: SaidRecord, contents: ExportContents): Promise<readonly JsonObject[]> {
  return record.kind === 'reasoning' ? thoughtBlocks(record, contents) : blocksOf(record.content, contents);
}

/** A call as a `tool_use` block. */
export async function callBlock(call: RecordOf<'tool-call'>, contents: ExportContents): Promise<JsonObject> {
  return { type: 'tool_use', id: call.callId, name: call.name, input: await contents.callInput(call) };
}

/** A result as a `tool_result` block, its images within it. */
export async function resultBlock(
  result: RecordOf<'tool-result'>,
  contents: ExportContents,
): Promise<JsonObject> {
  const content = alone(await blocksOf(result.content, contents));
  const isError = result.isError === true ? { is_error: true } : {};
  return { type: 'tool_result', tool_use_id: result.callId, content, ...isError };
}

/** Text and media as blocks, in order; empty texts are left out. */
export async function blocksOf(
  content: readonly Part[],
  contents: ExportContents,
): Promise<readonly JsonObject[]> {
  const blocks: JsonObject[] = [];
  for (const part of content) {
    if (part.type === 'media') blocks.push(await mediaBlock(part, contents));
    else {
      const text = part.type === 'text' ? await contents.text(part.text) : await contents.stored(part);
      if (text !== '') blocks.push({ type: 'text', text });
    }
  }
  return blocks;
}

/** What is no list of blocks in the original format either. */
export function alone(blocks: readonly JsonObject[]): BlockContent {
  const [first] = blocks;
  if (first === undefined) return '';
  return blocks.length === 1 && typeof first['text'] === 'string' ? first['text'] : blocks;
}

async function mediaBlock(part: MediaPart, contents: ExportContents): Promise<JsonObject> {
  const { media, mime, path } = part;
  const isBlock = media === 'image' || media === 'document';
  const data = isBlock ? await contents.base64(part) : undefined;
  const kind =
    mime ?? (data === undefined ? undefined : inlineImage({ type: 'image', mime: '', base64: data })?.mime);
  if (data !== undefined && kind !== undefined) {
    return { type: media, source: { type: 'base64', media_type: kind, data } };
  }
  if (isBlock && path !== undefined && /^https?:\/\//.test(path)) {
    return { type: media, source: { type: 'url', url: await contents.text(path) } };
  }
  return { type: 'text', text: await contents.text(mediaNote(part)) };
}

/** The signature vouches for the exact text: it goes when a secret in the text was masked. */
async function thoughtBlocks(
  record: RecordOf<'reasoning'>,
  contents: ExportContents,
): Promise<readonly JsonObject[]> {
  const own = record.provider?.name === 'anthropic' ? record.provider.data : undefined;
  const data = isJsonObject(own) ? own : {};
  if (data['type'] === 'redacted_thinking' && typeof data['data'] === 'string') {
    return [{ type: 'redacted_thinking', data: data['data'] }];
  }
  const before = contents.masked;
  const texts = textsOf(await blocksOf(record.content, contents));
  const { signature } = data;
  if (typeof signature === 'string' && signature !== '' && contents.masked === before) {
    return [{ type: 'thinking', thinking: texts.join('\n'), signature }];
  }
  return texts.map((thinking) => ({ type: 'thinking', thinking, signature: '' }));
}

function textsOf(blocks: readonly JsonObject[]): readonly string[] {
  return blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}
