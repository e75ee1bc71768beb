// The shapes of messages and content blocks of the Messages API, as far as Segue sends them: text, images, thinking,
// tool calls and their results. Documents, citations and server tools are left out, so they are reported as unknown
// and nothing passes unjudged. Each shape is checked by the compiler against the SDK's own type.

import type * as SDK from '@anthropic-ai/sdk/resources/messages';
import * as z from 'zod';
import { nonBlank, nonEmpty } from '../non-blank.ts';

const callId = z.string().regex(/^[a-zA-Z0-9_-]+$/u, 'must match ^[a-zA-Z0-9_-]+$');

export const cacheControl = z.strictObject({
  type: z.literal('ephemeral'),
  ttl: z.enum(['5m', '1h']).exactOptional(),
}) satisfies z.ZodType<SDK.CacheControlEphemeral>;

export const cacheable = { cache_control: cacheControl.nullable().exactOptional() };

export const textBlock = z.strictObject({
  type: z.literal('text'),
  text: nonBlank,
  citations: z.null().exactOptional(),
  ...cacheable,
}) satisfies z.ZodType<SDK.TextBlockParam>;

const imageSource = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    data: z.string(),
  }),
  // The service fetches it and takes https only.
  z.strictObject({
    type: z.literal('url'),
    url: z.string().regex(/^https:\/\//u, 'must be an https address'),
  }),
  z.strictObject({ type: z.literal('file'), file_id: nonEmpty }),
]);

const imageBlock = z.strictObject({
  type: z.literal('image'),
  source: imageSource,
  ...cacheable,
}) satisfies z.ZodType<SDK.ImageBlockParam>;

const toolResultBlock = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: callId,
  content: z
    .union([z.string(), z.array(z.discriminatedUnion('type', [textBlock, imageBlock]))])
    .exactOptional(),
  is_error: z.boolean().exactOptional(),
  ...cacheable,
}) satisfies z.ZodType<SDK.ToolResultBlockParam>;

const thinkingBlock = z.strictObject({
  type: z.literal('thinking'),
  // Empty where the thinking was asked for with `display: "omitted"`; the signature is what counts.
  thinking: z.string(),
  signature: nonEmpty,
}) satisfies z.ZodType<SDK.ThinkingBlockParam>;

const redactedThinkingBlock = z.strictObject({
  type: z.literal('redacted_thinking'),
  data: nonEmpty,
}) satisfies z.ZodType<SDK.RedactedThinkingBlockParam>;

const toolUseBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: callId,
  // Looser than the name of a declared tool: a model may have called a tool by a name that was never declared.
  name: z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters'),
  input: z.record(z.string(), z.unknown()),
  ...cacheable,
}) satisfies z.ZodType<SDK.ToolUseBlockParam>;

const userMessage = z.strictObject({
  role: z.literal('user'),
  content: z.union([
    nonBlank,
    z
      .array(z.discriminatedUnion('type', [textBlock, imageBlock, toolResultBlock]))
      .min(1, 'must not be empty'),
  ]),
}) satisfies z.ZodType<SDK.MessageParam>;

const assistantMessage = z.strictObject({
  role: z.literal('assistant'),
  content: z.union([
    nonBlank,
    z
      .array(z.discriminatedUnion('type', [textBlock, thinkingBlock, redactedThinkingBlock, toolUseBlock]))
      .min(1, 'must not be empty'),
  ]),
}) satisfies z.ZodType<SDK.MessageParam>;

/** The role `system` between messages is left out: models before Claude 4.8 refuse it. */
export const message = z.discriminatedUnion('role', [userMessage, assistantMessage]);

export type Message = z.infer<typeof message>;
type UserBlock = Exclude<z.infer<typeof userMessage>['content'], string>[number];
export type AssistantBlock = Exclude<z.infer<typeof assistantMessage>['content'], string>[number];
export type ToolResult = z.infer<typeof toolResultBlock>;
export type Image = z.infer<typeof imageBlock>;
export type CacheControl = z.infer<typeof cacheControl>;

/** The blocks of a user message; a plain string counts as none of its own. */
export function userBlocks(of: Message | undefined): readonly UserBlock[] {
  return of?.role === 'user' && typeof of.content !== 'string' ? of.content : [];
}

export function assistantBlocks(of: Message | undefined): readonly AssistantBlock[] {
  return of?.role === 'assistant' && typeof of.content !== 'string' ? of.content : [];
}
