// OpenAI's token counts as the port's. Its prompt count includes what the cache held, so that is taken off.

import * as z from 'zod';
import type { Json } from '../../base/json.ts';
import type { TokenUsage } from '../../core/provider/events.ts';

/** A count may be missing or null, but one that is no count makes the whole report useless (behaviour 2.6). */
const count = z.number().nonnegative().nullish();

const details = z.object({ cached_tokens: count, cache_write_tokens: count }).nullish();

const responsesUsageSchema = z.object({
  input_tokens: z.number().nonnegative(),
  input_tokens_details: details,
  output_tokens: count,
});

const chatUsageSchema = z.object({
  prompt_tokens: z.number().nonnegative(),
  prompt_tokens_details: details,
  completion_tokens: count,
});

/** Undefined when there is no report, or a useless one, or one that does not say how large the prompt was. */
export function responsesUsage(raw: unknown): TokenUsage | undefined {
  const { data } = responsesUsageSchema.safeParse(raw);
  if (data === undefined) return undefined;
  const parts = promptParts(data.input_tokens, data.input_tokens_details);
  return { ...parts, output: data.output_tokens ?? 0, raw: raw as Json };
}

/** The same for Chat Completions. */
export function chatUsage(raw: unknown): TokenUsage | undefined {
  const { data } = chatUsageSchema.safeParse(raw);
  if (data === undefined) return undefined;
  const parts = promptParts(data.prompt_tokens, data.prompt_tokens_details);
  return { ...parts, output: data.completion_tokens ?? 0, raw: raw as Json };
}

/** The parts always add up to the prompt count, also where a server says the cache held more than there was. */
function promptParts(prompt: number, held: z.infer<typeof details>) {
  const cacheRead = Math.min(prompt, held?.cached_tokens ?? 0);
  const cacheWrite = Math.min(prompt - cacheRead, held?.cache_write_tokens ?? 0);
  return { input: prompt - cacheRead - cacheWrite, cacheRead, cacheWrite };
}
