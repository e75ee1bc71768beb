// The shape of a Chat Completions request, without the fields Segue has no use for.

import type * as SDK from 'openai/resources/chat/completions';
import * as z from 'zod';
import { nonEmpty } from '../non-blank.ts';
import { effort, functionName, sharedFields, verbosity } from '../openai/fields.ts';
import { message } from './messages.ts';

const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: functionName,
    // Older models refuse longer ones.
    description: z.string().max(1024, 'must have at most 1024 characters').exactOptional(),
    parameters: z.record(z.string(), z.unknown()).exactOptional(),
    strict: z.boolean().nullable().exactOptional(),
  }),
}) satisfies z.ZodType<SDK.ChatCompletionTool>;

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: nonEmpty }) }),
]) satisfies z.ZodType<SDK.ChatCompletionToolChoiceOption>;

const tokens = z.int().min(1, 'must be at least 1').nullable().exactOptional();

export const chatBody = z.strictObject({
  ...sharedFields,
  model: nonEmpty,
  // 2048 is the limit of Azure's service; the other documents none.
  messages: z
    .array(message)
    .min(1, 'must hold at least one message')
    .max(2048, 'must hold at most 2048 messages'),
  tools: z.array(tool).min(1, 'must not be empty').max(128, 'must hold at most 128 tools').exactOptional(),
  tool_choice: toolChoice.exactOptional(),
  parallel_tool_calls: z.boolean().exactOptional(),
  stream_options: z
    .strictObject({
      include_usage: z.boolean().exactOptional(),
      include_obfuscation: z.boolean().exactOptional(),
    })
    .nullable()
    .exactOptional(),
  max_completion_tokens: tokens,
  max_tokens: tokens,
  reasoning_effort: effort.exactOptional(),
  verbosity: verbosity.exactOptional(),
  seed: z.int().nullable().exactOptional(),
  stop: z
    .union([nonEmpty, z.array(nonEmpty).min(1, 'must not be empty').max(4, 'must hold at most 4 sequences')])
    .nullable()
    .exactOptional(),
}) satisfies z.ZodType<SDK.ChatCompletionCreateParams>;

export type ChatBody = z.infer<typeof chatBody>;
