// The shape of a Messages request. Fields the installed SDK does not type (`temperature` and its kin were removed with
// API version 2026-10-21) and fields Segue has no use for are unknown here, as the service refuses extra inputs.

import type * as SDK from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import { nonBlank, nonEmpty } from '../non-blank.ts';
import { cacheable, cacheControl, message, textBlock } from './blocks.ts';

const display = z.enum(['summarized', 'omitted']).nullable().exactOptional();
const oneAtATime = { disable_parallel_tool_use: z.boolean().exactOptional() };

const tool = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/u, 'must match ^[a-zA-Z0-9_-]{1,128}$'),
  description: z.string().exactOptional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  type: z.literal('custom').nullable().exactOptional(),
  strict: z.boolean().exactOptional(),
  eager_input_streaming: z.boolean().nullable().exactOptional(),
  ...cacheable,
}) satisfies z.ZodType<SDK.Tool>;

const thinking = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('enabled'),
    budget_tokens: z.int().min(1024, 'must be at least 1024'),
    display,
  }),
  z.strictObject({ type: z.literal('adaptive'), display }),
  z.strictObject({ type: z.literal('between_tools') }),
  z.strictObject({ type: z.literal('disabled') }),
]) satisfies z.ZodType<SDK.ThinkingConfigParam>;

const toolChoice = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auto'), ...oneAtATime }),
  z.strictObject({ type: z.literal('any'), ...oneAtATime }),
  z.strictObject({ type: z.literal('tool'), name: nonEmpty, ...oneAtATime }),
  z.strictObject({ type: z.literal('none') }),
]) satisfies z.ZodType<SDK.ToolChoice>;

export const anthropicBody = z.strictObject({
  model: nonEmpty,
  // Zero is legal and only warms the cache; a conversation that asks for no answer is a mistake here.
  max_tokens: z.int().min(1, 'must be at least 1'),
  messages: z
    .array(message)
    .min(1, 'must hold at least one message')
    .max(100_000, 'must hold at most 100000 messages'),
  system: z.union([nonBlank, z.array(textBlock).min(1, 'must not be empty')]).exactOptional(),
  tools: z.array(tool).exactOptional(),
  tool_choice: toolChoice.exactOptional(),
  thinking: thinking.exactOptional(),
  output_config: z
    .strictObject({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullable().exactOptional() })
    .exactOptional(),
  stop_sequences: z.array(nonBlank).exactOptional(),
  stream: z.boolean().exactOptional(),
  service_tier: z.enum(['auto', 'standard_only']).exactOptional(),
  // 256 characters is the oldest and shortest limit documented for it.
  metadata: z.strictObject({ user_id: z.string().max(256).nullable().exactOptional() }).exactOptional(),
  cache_control: cacheControl.nullable().exactOptional(),
}) satisfies z.ZodType<SDK.MessageCreateParamsBase>;

export type AnthropicBody = z.infer<typeof anthropicBody>;
