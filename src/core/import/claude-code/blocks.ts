// The content blocks of a Claude message: what the model sees of each, and what is left of it. A block of an unknown
// type is left whole.

import * as z from 'zod';
import { assertNever } from '../../../base/fail.ts';
import type { Json, JsonObject } from '../../../base/json.ts';
import { openObject } from '../../../base/open-object.ts';
import type { DraftPart, ProviderTag } from '../draft.ts';
import { blockLeftover, leftoverOf } from '../leftover.ts';
import { inlineMedia } from '../media.ts';
import { readContentItems, type PartReading } from '../read-content.ts';
import { maybeFlag, maybeJson, maybeText } from '../tolerant.ts';

const sourceSchema = openObject({
  type: maybeText,
  media_type: maybeText,
  data: maybeText,
  url: maybeText,
  content: maybeJson,
});

const blockSchema = z.discriminatedUnion('type', [
  openObject({ type: z.literal('text'), text: z.string() }),
  openObject({ type: z.literal('thinking'), thinking: z.string(), signature: maybeText }),
  openObject({ type: z.literal('redacted_thinking'), data: z.string() }),
  openObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: maybeJson }),
  openObject({ type: z.literal('server_tool_use'), id: z.string(), name: z.string(), input: maybeJson }),
  openObject({ type: z.literal('mcp_tool_use'), id: z.string(), name: z.string(), input: maybeJson }),
  openObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    content: maybeJson,
    is_error: maybeFlag,
  }),
  openObject({ type: z.literal('image'), source: sourceSchema }),
  openObject({ type: z.literal('document'), source: sourceSchema }),
]);

/** Results of tools the provider runs by itself, such as `web_search_tool_result`. */
const providerResultSchema = openObject({
  type: z.string().endsWith('_tool_result'),
  tool_use_id: z.string(),
  content: maybeJson,
  is_error: maybeFlag,
});

const called = ['id', 'name', 'input'];
const answered = ['tool_use_id', 'content', 'is_error'];

export type BlockPiece =
  | { readonly kind: 'part'; readonly part: DraftPart }
  | { readonly kind: 'reasoning'; readonly text: string; readonly provider: ProviderTag | undefined }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: Json }
  | {
      readonly kind: 'result';
      readonly id: string;
      readonly content: readonly DraftPart[];
      readonly isError: boolean;
    };

interface BlockReading {
  /** Undefined when nothing of the block is visible. */
  readonly piece: BlockPiece | undefined;
  readonly leftover: JsonObject | undefined;
  /** Media whose bytes could not be read. */
  readonly damage?: string | undefined;
}

export function readBlock(block: JsonObject): BlockReading {
  const parsed = blockSchema.safeParse(block);
  if (!parsed.success) return readProviderResult(block);
  const known = parsed.data;
  switch (known.type) {
    case 'text':
      return {
        piece: { kind: 'part', part: { type: 'text', text: known.text } },
        leftover: blockLeftover(block, ['text']),
      };
    case 'thinking':
      return readThinking(block, known.thinking, known.signature);
    case 'redacted_thinking': {
      const provider = { name: 'anthropic', data: { type: 'redacted_thinking', data: known.data } };
      return {
        piece: { kind: 'reasoning', text: '', provider },
        leftover: blockLeftover(block, ['data']),
      };
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const { id, name, input } = known;
      return {
        piece: { kind: 'call', id, name, input: input ?? {} },
        // Which of the three it was is told by what is left.
        leftover: known.type === 'tool_use' ? blockLeftover(block, called) : leftoverOf(block, called),
      };
    }
    case 'tool_result':
      return readResult(block, known);
    case 'image':
    case 'document':
      return readMedia(block, known.type, known.source);
    default:
      return assertNever(known);
  }
}

/** A signature that is not base64 was masked by whoever shared the file: it would be refused if it were sent back. */
function readThinking(block: JsonObject, text: string, signature: string | undefined): BlockReading {
  if (signature === undefined || !/^[A-Za-z0-9+/_=-]+$/.test(signature)) {
    return {
      piece: { kind: 'reasoning', text, provider: undefined },
      leftover: blockLeftover(block, ['thinking']),
    };
  }
  const provider = { name: 'anthropic', data: { type: 'thinking', signature } };
  return {
    piece: { kind: 'reasoning', text, provider },
    leftover: blockLeftover(block, ['thinking', 'signature']),
  };
}

function readResult(
  block: JsonObject,
  known: { tool_use_id: string; content?: Json | undefined; is_error?: boolean | undefined },
): BlockReading {
  const { content, leftovers, damage } = readContentItems(known.content, readResultPart);
  const rest = blockLeftover(block, { keys: answered, read: known });
  const leftover = leftovers.length === 0 ? rest : { type: 'tool_result', ...rest, content: leftovers };
  return {
    piece: { kind: 'result', id: known.tool_use_id, content, isError: known.is_error === true },
    leftover,
    damage,
  };
}

function readProviderResult(block: JsonObject): BlockReading {
  const parsed = providerResultSchema.safeParse(block);
  if (!parsed.success) return { piece: undefined, leftover: block };
  const { tool_use_id: id, content, is_error: isError } = parsed.data;
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? null);
  return {
    piece: { kind: 'result', id, content: [{ type: 'text', text }], isError: isError === true },
    leftover: leftoverOf(block, { keys: answered, read: parsed.data }),
  };
}

/** A block in a result that is neither text nor media is left whole. */
function readResultPart(block: JsonObject): PartReading {
  const { piece, leftover, damage } = readBlock(block);
  return piece?.kind === 'part' ? { part: piece.part, leftover, damage } : { leftover: block, damage };
}

function readMedia(
  block: JsonObject,
  media: 'image' | 'document',
  source: z.infer<typeof sourceSchema>,
): BlockReading {
  const part = mediaPart(media, source);
  if (part === undefined) {
    const damaged = source.type === 'base64' && source.data !== undefined && source.data !== '';
    return { piece: undefined, leftover: block, damage: damaged ? `${media} that is not base64` : undefined };
  }
  const inner = leftoverOf(block['source'] as JsonObject, ['type', 'media_type', 'data', 'url']);
  const rest = blockLeftover(block, ['source']);
  const leftover = inner === undefined ? rest : { type: media, ...rest, source: inner };
  return { piece: { kind: 'part', part }, leftover };
}

function mediaPart(media: 'image' | 'document', source: z.infer<typeof sourceSchema>): DraftPart | undefined {
  if (source.type === 'base64') return inlineMedia(source.data ?? '', source.media_type, media);
  if (source.type === 'text' && source.data !== undefined) return { type: 'text', text: source.data };
  if (source.type === 'url' && source.url !== undefined) {
    return { type: 'linked-media', media, path: source.url };
  }
  return undefined;
}
