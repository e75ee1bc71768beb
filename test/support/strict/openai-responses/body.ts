// The shape of a Responses request around its input items, without the fields Segue has no use for, such as those of
// conversations kept by the service.

import type * as SDK from 'openai/resources/responses/responses';
import * as z from 'zod';
import { nonEmpty } from '../non-blank.ts';
import { effort, functionName, sharedFields, verbosity } from '../openai/fields.ts';

const tool = z.strictObject({
  type: z.literal('function'),
  name: functionName,
  description: z.string().nullable().exactOptional(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
  strict: z.boolean().nullable(),
}) satisfies z.ZodType<SDK.FunctionTool>;

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.strictObject({ type: z.literal('function'), name: nonEmpty }),
]) satisfies z.ZodType<SDK.ResponseCreateParams['tool_choice']>;

const frame = z.strictObject({
  ...sharedFields,
  model: nonEmpty,
  instructions: z.string().nullable().exactOptional(),
  tools: z.array(tool).max(128, 'must hold at most 128 tools').exactOptional(),
  tool_choice: toolChoice.exactOptional(),
  parallel_tool_calls: z.boolean().nullable().exactOptional(),
  stream_options: z
    .strictObject({ include_obfuscation: z.boolean().exactOptional() })
    .nullable()
    .exactOptional(),
  include: z
    .array(z.enum(['reasoning.encrypted_content', 'message.input_image.image_url']))
    .nullable()
    .exactOptional(),
  max_output_tokens: z.int().min(16, 'must be at least 16').nullable().exactOptional(),
  reasoning: z
    .strictObject({
      effort: effort.exactOptional(),
      summary: z.enum(['auto', 'concise', 'detailed']).nullable().exactOptional(),
    })
    .nullable()
    .exactOptional(),
  text: z.strictObject({ verbosity: verbosity.exactOptional() }).exactOptional(),
  truncation: z.enum(['auto', 'disabled']).nullable().exactOptional(),
}) satisfies z.ZodType<SDK.ResponseCreateParams>;

/** The items themselves are left for `items.ts`: several item types share one `type`. */
export const responsesBody = frame.extend({
  input: z.union([nonEmpty, z.array(z.unknown()).min(1, 'must not be empty')]),
});

export type ResponsesBody = z.infer<typeof responsesBody>;
