// The drafts of one message of the Chat Completions API, in its present and its older forms.

import * as z from 'zod';
import { assertNever } from '../../../base/fail.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../base/json.ts';
import { openObject } from '../../../base/open-object.ts';
import { textPart, type Draft, type DraftPart } from '../draft.ts';
import { blockLeftover, leftoverOf, type Place } from '../leftover.ts';
import { inlineMedia, mediaOfUrl } from '../media.ts';
import { readContentItems, type PartReading } from '../read-content.ts';
import { contentItems, maybeJson, maybeList, maybeText } from '../tolerant.ts';

const functionSchema = openObject({ name: z.string(), arguments: maybeJson });

const callSchema = openObject({
  id: maybeText,
  function: functionSchema.optional().catch(undefined),
  custom: openObject({ name: z.string(), input: maybeText }).optional().catch(undefined),
});

const messageSchema = openObject({
  role: z.string(),
  content: maybeJson,
  refusal: maybeText,
  reasoning_content: maybeText,
  reasoning: maybeText,
  tool_calls: maybeList,
  function_call: functionSchema.optional().catch(undefined),
  tool_call_id: maybeText,
  name: maybeText,
});

const partSchema = z.discriminatedUnion('type', [
  openObject({ type: z.literal('text'), text: z.string() }),
  openObject({ type: z.literal('refusal'), refusal: z.string() }),
  openObject({
    type: z.literal('image_url'),
    image_url: z.union([z.string(), openObject({ url: z.string() })]),
  }),
  openObject({
    type: z.literal('input_audio'),
    input_audio: openObject({ data: z.string(), format: maybeText }),
  }),
  openObject({
    type: z.literal('file'),
    file: openObject({ file_data: z.string(), filename: maybeText }),
  }),
]);

type Message = z.infer<typeof messageSchema>;

interface OpenAiReading {
  readonly drafts: readonly Draft[];
  /** What the drafts do not carry; the whole message when there are none. */
  readonly leftover: JsonObject | undefined;
  readonly damage?: string | undefined;
}

/** `key` names the message among those of its conversation. System prompts are not visible text (design 14.4). */
export function readOpenAiMessage(value: JsonObject, key: string, place: Place): OpenAiReading {
  const parsed = messageSchema.safeParse(value);
  if (!parsed.success) return { drafts: [], leftover: value };
  const message = parsed.data;
  switch (message.role) {
    case 'user':
      return contentReading(value, message, ['role'], (content) => [{ kind: 'user', content, ...place }]);
    case 'tool':
    case 'function': {
      const legacy = message.tool_call_id === undefined;
      const sourceId = message.tool_call_id ?? legacyId(message.name ?? '');
      const carried = ['role', 'tool_call_id', ...(legacy ? ['name'] : [])];
      return contentReading(value, message, carried, (content) => [
        { kind: 'tool-result', sourceId, content, ...place },
      ]);
    }
    case 'assistant':
      return assistantReading(value, message, { ...place, message: key });
    default:
      return { drafts: [], leftover: value };
  }
}

function contentReading(
  value: JsonObject,
  message: Message,
  carried: readonly string[],
  drafts: (content: readonly DraftPart[]) => readonly Draft[],
): OpenAiReading {
  const { content, leftovers, damage } = readContentItems(message.content, readPart);
  const rest = leftoverOf(value, { keys: [...carried, 'content'], read: message });
  const leftover = leftovers.length === 0 ? rest : { ...rest, role: message.role, content: leftovers };
  const empty = content.length === 0 && message.role === 'user';
  return { drafts: empty ? [] : drafts(content), leftover: empty ? value : leftover, damage };
}

function assistantReading(
  value: JsonObject,
  message: Message,
  of: Place & { readonly message: string },
): OpenAiReading {
  const { content, leftovers, damage } = readContentItems(message.content, readPart);
  const said = [thoughtDraft(message, of), ...textDrafts(message, content, of)].flatMap(
    (draft) => draft ?? [],
  );
  const { calls, callLeftovers } = readCalls(message, of);
  const drafts = [...said, ...calls];
  if (drafts.length === 0) return { drafts, leftover: value, damage };
  const kept = {
    ...leftoverOf(value, { keys: carriedFields(message), read: message }),
    ...(leftovers.length === 0 ? {} : { content: leftovers }),
    ...(callLeftovers.length === 0 ? {} : { tool_calls: callLeftovers }),
  };
  const leftover = Object.keys(kept).length === 0 ? undefined : { role: 'assistant', ...kept };
  return { drafts, leftover, damage };
}

function thoughtDraft(message: Message, of: Place & { readonly message: string }): Draft | undefined {
  const thought = message.reasoning_content ?? message.reasoning ?? '';
  return thought === '' ? undefined : { kind: 'reasoning', content: [textPart(thought)], ...of };
}

function textDrafts(
  message: Message,
  content: readonly DraftPart[],
  of: Place & { readonly message: string },
): readonly Draft[] {
  const said: Draft[] = content.length === 0 ? [] : [{ kind: 'assistant', content, ...of }];
  const refusal = message.refusal ?? '';
  if (refusal !== '') said.push({ kind: 'assistant', content: [textPart(refusal)], ...of });
  return said;
}

function readCalls(
  message: Message,
  of: Place & { readonly message: string },
): { readonly calls: readonly Draft[]; readonly callLeftovers: readonly JsonObject[] } {
  const calls: Draft[] = [];
  const callLeftovers: JsonObject[] = [];
  for (const call of contentItems(message.tool_calls)) {
    const { draft, leftover } = readCall(call, of);
    if (draft !== undefined) calls.push(draft);
    if (leftover !== undefined) callLeftovers.push(leftover);
  }
  const legacy = message.function_call;
  if (legacy !== undefined) {
    calls.push(callDraft({ id: legacyId(legacy.name), name: legacy.name, input: legacy.arguments }, of));
  }
  return { calls, callLeftovers };
}

function carriedFields(message: Message): readonly string[] {
  const thought = message.reasoning_content === undefined ? 'reasoning' : 'reasoning_content';
  const legacy = message.function_call === undefined ? [] : ['function_call'];
  return ['role', 'content', 'refusal', thought, 'tool_calls', ...legacy];
}

/** Calls of the older form have no id: they are told apart by name and order. */
function legacyId(name: string): string {
  return `function-${name}`;
}

function readCall(
  call: JsonObject,
  of: Place & { readonly message: string },
): { readonly draft: Draft | undefined; readonly leftover: JsonObject | undefined } {
  const known = callSchema.safeParse(call).data;
  if (known?.function !== undefined) {
    const { name, arguments: input } = known.function;
    const inner = leftoverOf(call['function'] as JsonObject, ['name', 'arguments']);
    const rest = blockLeftover(call, { keys: ['id', 'function'], read: known });
    const leftover = inner === undefined ? rest : { ...rest, function: inner };
    return { draft: callDraft({ id: known.id ?? '', name, input }, of), leftover };
  }
  if (known?.custom !== undefined) {
    const { name, input = '' } = known.custom;
    const draft: Draft = { kind: 'tool-call', sourceId: known.id ?? '', name, input: { input }, ...of };
    return { draft, leftover: blockLeftover(call, { keys: ['id', 'custom'], read: known }) };
  }
  return { draft: undefined, leftover: call };
}

function callDraft(
  call: { readonly id: string; readonly name: string; readonly input: Json | undefined },
  of: Place & { readonly message: string },
): Draft {
  const draft = { kind: 'tool-call', sourceId: call.id, name: call.name, ...of } as const;
  if (typeof call.input !== 'string') return { ...draft, input: call.input ?? {} };
  if (call.input.trim() === '') return { ...draft, input: {} };
  const input = parseJson(call.input);
  return input === undefined ? { ...draft, input: call.input, malformed: true } : { ...draft, input };
}

function readPart(item: JsonObject): PartReading {
  const known = partSchema.safeParse(item).data;
  if (known === undefined) return { leftover: item };
  const part = partOf(known);
  if (part === undefined) return { leftover: item, damage: `${known.type} that is not base64` };
  const isEmpty = part.type === 'text' && part.text === '';
  return { part: isEmpty ? undefined : part, leftover: partLeftover(item, known.type) };
}

const carriedOfPart = { image_url: ['url'], input_audio: ['data', 'format'], file: ['file_data'] };

/** What is left of a part: its payload stands under a key named like its type. */
function partLeftover(item: JsonObject, type: z.infer<typeof partSchema>['type']): JsonObject | undefined {
  const rest = blockLeftover(item, [type]);
  const payload = item[type];
  if (type === 'text' || type === 'refusal' || !isJsonObject(payload)) return rest;
  const inner = leftoverOf(payload, carriedOfPart[type]);
  return inner === undefined ? rest : { ...rest, type, [type]: inner };
}

function partOf(part: z.infer<typeof partSchema>): DraftPart | undefined {
  switch (part.type) {
    case 'text':
      return textPart(part.text);
    case 'refusal':
      return textPart(part.refusal);
    case 'image_url':
      return mediaOfUrl(typeof part.image_url === 'string' ? part.image_url : part.image_url.url, 'image');
    case 'input_audio': {
      const { data, format } = part.input_audio;
      return inlineMedia(data, format === undefined ? undefined : `audio/${format}`, 'audio');
    }
    case 'file': {
      const { file_data: data } = part.file;
      return data.startsWith('data:')
        ? mediaOfUrl(data, 'document')
        : inlineMedia(data, undefined, 'document');
    }
    default:
      return assertNever(part);
  }
}
