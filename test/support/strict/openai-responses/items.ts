// The shapes of input items of the Responses API, as far as Segue sends them: messages, reasoning, function calls and
// their outputs, references. Server tools, files and audio are left out, so they are reported as unknown. Each shape
// is checked by the compiler against the SDK's own type.

import type * as SDK from 'openai/resources/responses/responses';
import * as z from 'zod';
import { nonEmpty } from '../non-blank.ts';
import { callArguments, functionName } from '../openai/fields.ts';
import { violation, type Path } from '../place.ts';
import { shaped, type Shaped } from '../shape.ts';

const longestText = 10_485_760;
const text = nonEmpty.max(longestText, `must have at most ${longestText} characters`);
const status = z.enum(['in_progress', 'completed', 'incomplete']);
const phase = z.enum(['commentary', 'final_answer']).nullable().exactOptional();
const callId = nonEmpty.max(64, 'must have at most 64 characters');

function itemId(prefix: string): z.ZodString {
  return z
    .string()
    .startsWith(prefix, `must begin with "${prefix}"`)
    .max(64, 'must have at most 64 characters');
}

const inputText = z.strictObject({ type: z.literal('input_text'), text });

const inputImage = z.strictObject({
  type: z.literal('input_image'),
  image_url: nonEmpty,
  detail: z.enum(['low', 'high', 'auto', 'original']),
});

const inputContent = z
  .array(z.discriminatedUnion('type', [inputText, inputImage]))
  .min(1, 'must not be empty') satisfies z.ZodType<SDK.ResponseInputMessageContentList>;

const inputMessage = z.strictObject({
  type: z.literal('message').exactOptional(),
  role: z.enum(['user', 'system', 'developer']),
  content: z.union([text, inputContent]),
}) satisfies z.ZodType<SDK.EasyInputMessage>;

const assistantText = z.strictObject({
  type: z.literal('message').exactOptional(),
  role: z.literal('assistant'),
  content: text,
  phase,
}) satisfies z.ZodType<SDK.EasyInputMessage>;

// The service was seen to take such a message without id and annotations too; its documented type wants them.
const assistantOutput = z.strictObject({
  type: z.literal('message'),
  role: z.literal('assistant'),
  id: itemId('msg'),
  status,
  content: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('output_text'),
          text,
          annotations: z.tuple([]),
          logprobs: z.tuple([]).exactOptional(),
        }),
        z.strictObject({ type: z.literal('refusal'), refusal: nonEmpty }),
      ]),
    )
    .min(1, 'must not be empty'),
  phase,
}) satisfies z.ZodType<SDK.ResponseOutputMessage>;

const reasoning = z.strictObject({
  type: z.literal('reasoning'),
  id: itemId('rs'),
  summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
  content: z.array(z.strictObject({ type: z.literal('reasoning_text'), text: z.string() })).exactOptional(),
  encrypted_content: z.string().nullable().exactOptional(),
  status: status.exactOptional(),
}) satisfies z.ZodType<SDK.ResponseReasoningItem>;

const functionCall = z.strictObject({
  type: z.literal('function_call'),
  call_id: callId,
  name: functionName,
  arguments: callArguments,
  id: itemId('fc').exactOptional(),
  status: status.exactOptional(),
}) satisfies z.ZodType<SDK.ResponseFunctionToolCall>;

const functionOutput = z.strictObject({
  type: z.literal('function_call_output'),
  call_id: callId,
  // A tool may have nothing to say.
  output: z.union([z.string().max(longestText), inputContent]),
  // The prefix is the one outputs are returned with; that another is refused is taken from the other items.
  id: itemId('fc').nullable().exactOptional(),
  status: status.nullable().exactOptional(),
}) satisfies z.ZodType<SDK.ResponseInputItem.FunctionCallOutput>;

const reference = z.strictObject({
  type: z.literal('item_reference'),
  id: nonEmpty,
}) satisfies z.ZodType<SDK.ResponseInputItem.ItemReference>;

export type Item = z.infer<
  | typeof inputMessage
  | typeof assistantText
  | typeof assistantOutput
  | typeof reasoning
  | typeof functionCall
  | typeof functionOutput
  | typeof reference
>;

/** Judges one input item by the shape its `type` and `role` name; `path` is its place in the body. */
export function shapedItem(value: unknown, path: Path): Shaped<Item> {
  const head = z
    .looseObject({
      type: z.string().exactOptional(),
      role: z.string().exactOptional(),
      content: z.unknown().optional(),
    })
    .safeParse(value);
  if (!head.success) return { ok: false, violations: [violation(path, 'must be an input item')] };
  const { type, role, content } = head.data;
  switch (type ?? (role === undefined ? undefined : 'message')) {
    case 'message':
      if (role !== 'assistant') return shaped(inputMessage, value, path);
      return Array.isArray(content)
        ? shaped(assistantOutput, value, path)
        : shaped(assistantText, value, path);
    case 'reasoning':
      return shaped(reasoning, value, path);
    case 'function_call':
      return shaped(functionCall, value, path);
    case 'function_call_output':
      return shaped(functionOutput, value, path);
    case 'item_reference':
      return shaped(reference, value, path);
    default:
      return { ok: false, violations: [violation([...path, 'type'], 'is no item type known here')] };
  }
}
