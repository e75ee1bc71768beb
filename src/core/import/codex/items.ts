// Response items of a Codex rollout: what the model read and wrote. An item of an unknown type has no drafts.

import * as z from 'zod';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../base/json.ts';
import { openObject } from '../../../base/open-object.ts';
import { textPart, type Draft, type DraftPart } from '../draft.ts';
import { blockLeftover, leftoverOf, type Place } from '../leftover.ts';
import { inlineMedia, mediaOfUrl } from '../media.ts';
import { readContentItems, type PartReading } from '../read-content.ts';
import { maybeJson, maybeList, maybeText } from '../tolerant.ts';

const partSchema = z.discriminatedUnion('type', [
  openObject({
    type: z.enum(['input_text', 'output_text', 'text', 'summary_text', 'reasoning_text']),
    text: z.string(),
  }),
  openObject({ type: z.literal('input_image'), image_url: z.string() }),
  openObject({ type: z.literal('refusal'), refusal: z.string() }),
]);

const itemSchema = z.discriminatedUnion('type', [
  openObject({ type: z.literal('message'), role: z.string(), content: maybeJson }),
  openObject({ type: z.literal('agent_message'), author: maybeText, content: maybeJson }),
  openObject({
    type: z.literal('reasoning'),
    summary: maybeList,
    content: maybeJson,
    encrypted_content: maybeText,
  }),
  openObject({
    type: z.literal('function_call'),
    name: z.string(),
    arguments: z.string(),
    call_id: z.string(),
  }),
  openObject({
    type: z.literal('custom_tool_call'),
    name: z.string(),
    input: z.string(),
    call_id: z.string(),
  }),
  openObject({ type: z.literal('local_shell_call'), call_id: maybeText, id: maybeText, action: maybeJson }),
  openObject({ type: z.literal('tool_search_call'), call_id: maybeText, arguments: maybeJson }),
  openObject({ type: z.literal('web_search_call'), id: maybeText, action: maybeJson }),
  openObject({
    type: z.enum(['function_call_output', 'custom_tool_call_output']),
    call_id: z.string(),
    output: maybeJson,
  }),
  openObject({ type: z.literal('tool_search_output'), call_id: maybeText, tools: maybeJson }),
  openObject({ type: z.literal('image_generation_call'), result: z.string() }),
]);

type Item = z.infer<typeof itemSchema>;

interface ItemReading {
  readonly drafts: readonly Draft[];
  /** What the drafts do not carry; the whole item when there are none. */
  readonly leftover: JsonObject | undefined;
  readonly damage?: string | undefined;
}

/** `origin` tells for a user message whether a person typed it. */
export function readItem(
  item: JsonObject,
  place: Place,
  origin: (text: string) => 'person' | 'host',
): ItemReading {
  const parsed = itemSchema.safeParse(item);
  if (!parsed.success) return { drafts: [], leftover: item };
  const known = parsed.data;
  switch (known.type) {
    case 'message':
      return readMessage(item, known, place, origin);
    case 'agent_message': {
      const { content } = readContentItems(known.content, readPart);
      if (content.length === 0) return { drafts: [], leftover: item };
      return { drafts: [{ kind: 'user', content, origin: 'host', ...place }], leftover: item };
    }
    case 'reasoning':
      return readReasoning(item, known, place);
    case 'function_call_output':
    case 'custom_tool_call_output':
      return readOutput(item, known.call_id, known.output, place);
    case 'image_generation_call': {
      const part = inlineMedia(known.result, undefined, 'image');
      if (part === undefined) return { drafts: [], leftover: item };
      const leftover = blockLeftover(item, ['result']);
      return { drafts: [{ kind: 'assistant', content: [part], ...place }], leftover };
    }
    case 'tool_search_output':
      return readOutput(item, known.call_id ?? '', JSON.stringify(known.tools ?? []), place);
    default:
      return readCall(item, known, place);
  }
}

/** The visible texts of an item's content, for telling it from the event that repeats it. */
export function itemTexts(item: JsonObject): readonly string[] {
  const parsed = itemSchema.safeParse(item);
  if (!parsed.success) return [];
  if (parsed.data.type === 'message') return [textOf(parsed.data.content)];
  if (parsed.data.type !== 'reasoning') return [];
  return [...textsOf(parsed.data.summary), ...textsOf(parsed.data.content)];
}

type Calling = Extract<
  Item,
  { type: 'function_call' | 'custom_tool_call' | 'local_shell_call' | 'tool_search_call' | 'web_search_call' }
>;

function readCall(item: JsonObject, known: Calling, place: Place): ItemReading {
  const call = (sourceId: string, name: string, input: Json): Draft => ({
    kind: 'tool-call',
    sourceId,
    name,
    input,
    ...place,
  });
  switch (known.type) {
    case 'function_call': {
      const leftover = blockLeftover(item, ['name', 'arguments', 'call_id']);
      const input = parseJson(known.arguments);
      if (input !== undefined) return { drafts: [call(known.call_id, known.name, input)], leftover };
      const text = known.arguments;
      const malformed = { ...call(known.call_id, known.name, text), malformed: text !== '' };
      return { drafts: [text === '' ? call(known.call_id, known.name, {}) : malformed], leftover };
    }
    case 'custom_tool_call': {
      const leftover = leftoverOf(item, ['name', 'input', 'call_id']);
      return { drafts: [call(known.call_id, known.name, { input: known.input })], leftover };
    }
    case 'local_shell_call': {
      const leftover = blockLeftover(item, { keys: ['action', 'call_id'], read: known });
      return { drafts: [call(known.call_id ?? known.id ?? '', 'local_shell', known.action ?? {})], leftover };
    }
    case 'tool_search_call': {
      const leftover = blockLeftover(item, { keys: ['arguments', 'call_id'], read: known });
      return { drafts: [call(known.call_id ?? '', 'tool_search', known.arguments ?? {})], leftover };
    }
    case 'web_search_call': {
      // The provider searches by itself and its result is part of no rollout: nothing is missing here.
      const sourceId = known.id ?? `web search of line ${place.line}`;
      const result: Draft = { kind: 'tool-result', sourceId, content: [], ...place };
      const leftover = blockLeftover(item, { keys: ['action', 'id'], read: known });
      return { drafts: [call(sourceId, 'web_search', known.action ?? {}), result], leftover };
    }
    default:
      return { drafts: [], leftover: item };
  }
}

function readMessage(
  item: JsonObject,
  known: Extract<Item, { type: 'message' }>,
  place: Place,
  origin: (text: string) => 'person' | 'host',
): ItemReading {
  const { content, leftovers, damage } = readContentItems(known.content, readPart);
  const rest = blockLeftover(item, ['role', 'content']);
  const leftover = leftovers.length === 0 ? rest : { type: 'message', ...rest, content: leftovers };
  if (known.role === 'assistant') {
    return {
      drafts: content.length === 0 ? [] : [{ kind: 'assistant', content, ...place }],
      leftover,
      damage,
    };
  }
  if (known.role !== 'user') return { drafts: [], leftover: item };
  if (content.length === 0) return { drafts: [], leftover, damage };
  const text = textOf(known.content);
  return { drafts: [{ kind: 'user', content, origin: origin(text), ...place }], leftover, damage };
}

/** The whole item goes back to the provider with its encrypted content, or not at all. */
function readReasoning(
  item: JsonObject,
  known: Extract<Item, { type: 'reasoning' }>,
  place: Place,
): ItemReading {
  const thoughts = [known.summary, known.content].map((parts) => readContentItems(parts, readPart));
  const texts = thoughts.flatMap(({ content }) => textsIn(content));
  const provider = known.encrypted_content === undefined ? undefined : { name: 'openai', data: item };
  if (texts.length === 0 && provider === undefined) return { drafts: [], leftover: item };
  const content: DraftPart[] = texts.map((text) => ({ type: 'text', text }));
  const carried = ['summary', 'content', 'encrypted_content'];
  const drafts: readonly Draft[] = [{ kind: 'reasoning', content, provider, ...place }];
  if (provider !== undefined) return { drafts, leftover: undefined };
  const isWhole = thoughts.every(({ leftovers }) => leftovers.length === 0);
  return { drafts, leftover: isWhole ? blockLeftover(item, { keys: carried, read: known }) : item };
}

function readOutput(item: JsonObject, sourceId: string, output: Json | undefined, place: Place): ItemReading {
  const { content, leftovers, damage } = readContentItems(output, readPart);
  const rest = blockLeftover(item, ['call_id', 'output']);
  const leftover =
    leftovers.length === 0 ? rest : { type: 'function_call_output', ...rest, output: leftovers };
  const isError = typeof output === 'string' && exitCodeOf(output) !== 0 ? { isError: true } : {};
  return { drafts: [{ kind: 'tool-result', sourceId, content, ...isError, ...place }], leftover, damage };
}

/** The exit code a shell output begins with or carries in its metadata; 0 where it tells none. */
function exitCodeOf(output: string): number {
  const code = /^(?:Exit code:|Process exited with code) (-?\d+)/m.exec(output.slice(0, 400))?.[1];
  if (code !== undefined) return Number(code);
  if (!output.startsWith('{')) return 0;
  const value = parseJson(output);
  const metadata = isJsonObject(value) ? value['metadata'] : undefined;
  const exitCode = isJsonObject(metadata) ? metadata['exit_code'] : undefined;
  return typeof exitCode === 'number' ? exitCode : 0;
}

function readPart(item: JsonObject): PartReading {
  const { data: known } = partSchema.safeParse(item);
  if (known === undefined) return { leftover: item };
  if (known.type === 'refusal')
    return { part: textPart(known.refusal), leftover: partLeftover(item, 'refusal') };
  if (known.type !== 'input_image')
    return { part: textPart(known.text), leftover: partLeftover(item, 'text') };
  const part = mediaOfUrl(known.image_url, 'image');
  if (part === undefined) return { leftover: item, damage: 'image that is not base64' };
  return { part, leftover: partLeftover(item, 'image_url') };
}

/** What a part has beside what it is: its type, which record and content tell, and the empty lists Codex adds. */
function partLeftover(item: JsonObject, carried: string): JsonObject | undefined {
  const said = Object.entries(item).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return blockLeftover(Object.fromEntries(said), [carried]);
}

function textsOf(content: Json | undefined): readonly string[] {
  return textsIn(readContentItems(content, readPart).content);
}

function textsIn(content: readonly DraftPart[]): readonly string[] {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function textOf(content: Json | undefined): string {
  return textsOf(content).join('\n');
}
