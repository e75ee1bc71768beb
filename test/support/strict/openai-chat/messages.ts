// The shapes of messages in Chat Completions, as far as Segue sends them: text, images of the user, tool calls and
// their results. Audio, files, custom tools and the deprecated functions are left out, so they are reported as
// unknown. Each shape is checked by the compiler against the SDK's own type.

import type * as SDK from 'openai/resources/chat/completions';
import * as z from 'zod';
import { nonEmpty } from '../non-blank.ts';
import { callArguments, functionName } from '../openai/fields.ts';

// The limit since 2025; before it was a tenth of that.
const longestText = 10_485_760;
const name = z
  .string()
  .regex(/^[^\s<|\\/>]{1,64}$/u, 'must match ^[^\\s<|\\\\/>]{1,64}$')
  .exactOptional();
const callId = nonEmpty.max(40, 'must have at most 40 characters');
// OpenAI takes empty text; servers that hand it on to other models do not.
const text = nonEmpty.max(longestText, `must have at most ${longestText} characters`);

const breakpoint = {
  prompt_cache_breakpoint: z.strictObject({ mode: z.literal('explicit') }).exactOptional(),
};

const textPart = z.strictObject({
  type: z.literal('text'),
  text,
  ...breakpoint,
}) satisfies z.ZodType<SDK.ChatCompletionContentPartText>;

const imagePart = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: nonEmpty, detail: z.enum(['auto', 'low', 'high']).exactOptional() }),
  ...breakpoint,
}) satisfies z.ZodType<SDK.ChatCompletionContentPartImage>;

const refusalPart = z.strictObject({ type: z.literal('refusal'), refusal: nonEmpty });

const texts = z.union([text, z.array(textPart).min(1, 'must not be empty')]);

const toolCall = z.strictObject({
  id: callId,
  type: z.literal('function'),
  function: z.strictObject({ name: functionName, arguments: callArguments }),
}) satisfies z.ZodType<SDK.ChatCompletionMessageToolCall>;

const userMessage = z.strictObject({
  role: z.literal('user'),
  content: z.union([
    text,
    z.array(z.discriminatedUnion('type', [textPart, imagePart])).min(1, 'must not be empty'),
  ]),
  name,
});

const assistantMessage = z.strictObject({
  role: z.literal('assistant'),
  content: z
    .union([text, z.array(z.discriminatedUnion('type', [textPart, refusalPart])).min(1, 'must not be empty')])
    .nullable()
    .exactOptional(),
  refusal: z.string().nullable().exactOptional(),
  tool_calls: z
    .array(toolCall)
    .min(1, 'must not be empty')
    .max(128, 'must hold at most 128 calls')
    .exactOptional(),
  name,
});

const toolMessage = z.strictObject({
  role: z.literal('tool'),
  tool_call_id: callId,
  // A tool may have nothing to say.
  content: z.union([z.string().max(longestText), z.array(textPart).min(1, 'must not be empty')]),
});

export const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: texts, name }),
  z.strictObject({ role: z.literal('developer'), content: texts, name }),
  userMessage,
  assistantMessage,
  toolMessage,
]) satisfies z.ZodType<SDK.ChatCompletionMessageParam>;

export type Message = z.infer<typeof message>;
