// The drafts of one pi message, by its role.

import * as z from 'zod';
import { assertNever } from '../../../base/fail.ts';
import { parseJson, type Json, type JsonObject } from '../../../base/json.ts';
import { openObject } from '../../../base/open-object.ts';
import { textPart, type Draft, type ProviderTag, type SettledDraft } from '../draft.ts';
import { blockLeftover, type Place } from '../leftover.ts';
import { inlineMedia } from '../media.ts';
import { readContentItems, type ContentReading, type PartReading } from '../read-content.ts';
import { contentItems, maybeJson, maybeText } from '../tolerant.ts';
import type { PiMessage } from './entries.ts';

const blockSchema = z.discriminatedUnion('type', [
  openObject({ type: z.literal('text'), text: z.string() }),
  openObject({ type: z.literal('image'), data: z.string(), mimeType: maybeText }),
  openObject({ type: z.literal('thinking'), thinking: z.string(), thinkingSignature: maybeText }),
  openObject({ type: z.literal('toolCall'), id: z.string(), name: z.string(), arguments: maybeJson }),
]);

interface MessageReading {
  readonly drafts: readonly Draft[];
  /** Message fields the drafts carry. */
  readonly carried: readonly string[];
  /** What is left of the content's blocks. */
  readonly leftovers: readonly JsonObject[];
  readonly damage?: string | undefined;
}

/** Undefined for a message that is not part of what the model sees. */
export function readPiMessage(message: PiMessage, place: Place): MessageReading | undefined {
  switch (message.role) {
    case 'user':
      return userReading(message, place, 'person');
    case 'custom':
    case 'hookMessage':
      return userReading(message, place, 'host');
    case 'assistant':
      return assistantReading(message, place);
    case 'toolResult':
      return resultReading(message, place);
    case 'bashExecution':
      return message.excludeFromContext === true ? undefined : bashReading(message, place);
    case 'branchSummary':
    case 'compactionSummary':
      return summaryReading(message, place);
    default:
      return undefined;
  }
}

function userReading(message: PiMessage, place: Place, origin: 'person' | 'host'): MessageReading {
  const { content, leftovers, damage } = readContent(message.content);
  const drafts: readonly Draft[] = content.length === 0 ? [] : [{ kind: 'user', content, origin, ...place }];
  return { drafts, carried: ['content'], leftovers, damage };
}

function resultReading(message: PiMessage, place: Place): MessageReading {
  const { content, leftovers, damage } = readContent(message.content);
  const isError = message.isError === true ? { isError: true } : {};
  const result: Draft = {
    kind: 'tool-result',
    sourceId: message.toolCallId ?? '',
    content,
    ...isError,
    ...place,
  };
  return { drafts: [result], carried: ['content', 'toolCallId', 'isError'], leftovers, damage };
}

/** A command the person ran beside the conversation, as the model is told of it. */
function bashReading(message: PiMessage, place: Place): MessageReading {
  const { command = '', output = '', exitCode, cancelled } = message;
  const end = cancelled === true ? '(cancelled)' : `(exit code ${exitCode ?? 'unknown'})`;
  const text = [`$ ${command}`, ...(output === '' ? [] : [output]), end].join('\n');
  const draft: Draft = { kind: 'user', content: [textPart(text)], origin: 'host', ...place };
  return { drafts: [draft], carried: ['command', 'output', 'exitCode', 'cancelled'], leftovers: [] };
}

function summaryReading(message: PiMessage, place: Place): MessageReading | undefined {
  const { summary = '' } = message;
  if (summary === '') return undefined;
  const draft: Draft = { kind: 'user', content: [textPart(summary)], origin: 'host', ...place };
  return { drafts: [draft], carried: ['summary'], leftovers: [] };
}

function assistantReading(message: PiMessage, place: Place): MessageReading {
  const drafts: Draft[] = [];
  const leftovers: JsonObject[] = [];
  let damage: string | undefined;
  const of = { ...place, message: `line ${place.line}` };
  for (const block of contentItems(message.content)) {
    const reading = assistantBlock(block, message, of);
    if (reading.draft !== undefined) drafts.push(reading.draft);
    if (reading.leftover !== undefined) leftovers.push(reading.leftover);
    damage ??= reading.damage;
  }
  return { drafts: [...drafts, ...ended(message, place)], carried: ['content'], leftovers, damage };
}

function assistantBlock(
  block: JsonObject,
  message: PiMessage,
  of: Place & { readonly message: string },
): {
  readonly draft?: Draft;
  readonly leftover?: JsonObject | undefined;
  readonly damage?: string | undefined;
} {
  const known = blockSchema.safeParse(block).data;
  switch (known?.type) {
    case 'text':
    case 'image': {
      const { part, leftover, damage } = partOf(block, known);
      if (part === undefined) return { leftover, damage };
      return { draft: { kind: 'assistant', content: [part], ...of }, leftover };
    }
    case 'thinking': {
      const provider = providerTag(message, known.thinkingSignature);
      const leftover = blockLeftover(block, [
        'thinking',
        ...(provider === undefined ? [] : ['thinkingSignature']),
      ]);
      if (known.thinking === '' && provider === undefined) return { leftover };
      return { draft: { kind: 'reasoning', content: [textPart(known.thinking)], provider, ...of }, leftover };
    }
    case 'toolCall': {
      const { id: sourceId, name, arguments: input = {} } = known;
      const leftover = blockLeftover(block, ['id', 'name', 'arguments']);
      return { draft: { kind: 'tool-call', sourceId, name, input, ...of }, leftover };
    }
    case undefined:
      return { leftover: block };
    default:
      return assertNever(known);
  }
}

function ended(message: PiMessage, place: Place): readonly SettledDraft[] {
  if (message.stopReason === 'aborted') return [{ kind: 'settled', outcome: 'cancelled', ...place }];
  if (message.stopReason === 'error') return [{ kind: 'settled', outcome: 'failed', ...place }];
  return [];
}

/** What the provider wants back with a thought. For the Responses API pi keeps the whole reasoning item as JSON. */
function providerTag(message: PiMessage, signature: string | undefined): ProviderTag | undefined {
  if (signature === undefined || signature === '') return undefined;
  const { api = '', provider = 'unknown' } = message;
  if (api.startsWith('anthropic')) return { name: 'anthropic', data: { type: 'thinking', signature } };
  const item: Json | undefined = api.includes('responses') ? parseJson(signature) : undefined;
  if (item !== undefined) return { name: 'openai', data: item };
  return { name: provider, data: { api, signature } };
}

/** Texts and images of a content; what is neither is left over. */
export function readContent(content: Json | undefined): ContentReading {
  return readContentItems(content, (block) => {
    const known = blockSchema.safeParse(block).data;
    const isPart = known?.type === 'text' || known?.type === 'image';
    return isPart ? partOf(block, known) : { leftover: block };
  });
}

function partOf(
  block: JsonObject,
  known: Extract<z.infer<typeof blockSchema>, { type: 'text' | 'image' }>,
): PartReading {
  if (known.type === 'text') {
    const part = known.text === '' ? undefined : textPart(known.text);
    return { part, leftover: blockLeftover(block, ['text']) };
  }
  const part = inlineMedia(known.data, known.mimeType, 'image');
  if (part !== undefined)
    return { part, leftover: blockLeftover(block, { keys: ['data', 'mimeType'], read: known }) };
  return { leftover: block, damage: known.data === '' ? undefined : 'image that is not base64' };
}
