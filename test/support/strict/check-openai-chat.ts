// The judge of OpenAI Chat Completions requests: an independent reading of the SDK's types and the service's
// documented rules, sharing nothing with the code it judges. Where a limit was documented in several values, or where
// compatible servers are stricter than OpenAI, the strictest holds and the file that owns the rule says so.

import { asSent } from './as-sent.ts';
import { imageViolations, type PlacedImage } from './openai/images.ts';
import { functionViolations, type ChosenFunction } from './openai/tools.ts';
import { chatBody, type ChatBody } from './openai-chat/body.ts';
import { callViolations } from './openai-chat/calls.ts';
import type { Message } from './openai-chat/messages.ts';
import { roleViolations } from './openai-chat/roles.ts';
import { violation } from './place.ts';
import { shaped } from './shape.ts';

/**
 * What the service would refuse in this body, each with its place; empty when it would accept it. While fields are
 * missing, unknown or of the wrong type only those are listed: the other rules need a body of the right shape.
 */
export function checkOpenAiChat(body: unknown): string[] {
  const sent = asSent(body);
  if (sent.value === undefined) return sent.violations;
  const parsed = shaped(chatBody, sent.value, []);
  if (!parsed.ok) return [...sent.violations, ...parsed.violations];
  const { value } = parsed;
  return [
    ...sent.violations,
    ...companions(value),
    ...roleViolations(value.messages),
    ...value.messages.flatMap(emptyAnswer),
    ...callViolations(value.messages),
    ...imageViolations(value.messages.flatMap(imagesOf)),
    ...functionViolations(
      (value.tools ?? []).map(({ function: declared }, index) => ({
        name: declared.name,
        parameters: declared.parameters,
        strict: declared.strict === true,
        path: ['tools', index, 'function'],
      })),
      chosenFunction(value),
    ),
  ];
}

/** Fields that are only allowed, or not allowed, beside another. */
function companions(body: ChatBody): string[] {
  const found: string[] = [];
  for (const field of ['tool_choice', 'parallel_tool_calls'] as const) {
    if (body[field] !== undefined && body.tools === undefined) {
      found.push(violation([field], 'is only allowed when tools are specified'));
    }
  }
  if (isGiven(body.stream_options) && body.stream !== true) {
    found.push(violation(['stream_options'], 'is only allowed when stream is enabled'));
  }
  if (isGiven(body.max_tokens) && isGiven(body.max_completion_tokens)) {
    found.push(violation(['max_tokens'], 'cannot be set together with max_completion_tokens'));
  }
  return found;
}

function emptyAnswer(message: Message, index: number): string[] {
  if (message.role !== 'assistant' || isGiven(message.content)) return [];
  if (message.tool_calls !== undefined || isGiven(message.refusal)) return [];
  return [violation(['messages', index, 'content'], 'may be left out or null only beside tool_calls')];
}

function imagesOf(message: Message, index: number): PlacedImage[] {
  if (message.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.flatMap((part, place) =>
    part.type === 'image_url'
      ? [{ url: part.image_url.url, path: ['messages', index, 'content', place, 'image_url', 'url'] }]
      : [],
  );
}

function chosenFunction({ tools, tool_choice: choice }: ChatBody): ChosenFunction | undefined {
  if (tools === undefined || typeof choice !== 'object') return undefined;
  return { name: choice.function.name, path: ['tool_choice', 'function', 'name'] };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
