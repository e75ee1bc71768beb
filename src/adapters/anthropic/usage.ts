// Anthropic's token counts as the port's: its input never includes what was read from or written to the cache.

import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { TokenUsage } from '../../core/provider/events.ts';

/** A count may be missing or null, but one that is no count makes the whole report useless (behaviour 2.6). */
const count = z.number().nonnegative().nullish();

const usageSchema = z.object({
  input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  output_tokens: count,
});

/** The later report of a stream over the earlier: its counts are cumulative, and what it leaves out still holds. */
export function laterUsage(earlier: JsonObject, later: unknown): JsonObject {
  if (!isJsonObject(later)) return earlier;
  const said = Object.entries(later).filter(([, value]) => value !== null);
  return { ...earlier, ...Object.fromEntries(said) };
}

/** Undefined when the report is useless or says nothing of the prompt: a missing report is no report of zero. */
export function tokenUsage(raw: JsonObject): TokenUsage | undefined {
  const { data } = usageSchema.safeParse(raw);
  const input = data?.input_tokens ?? undefined;
  const cacheRead = data?.cache_read_input_tokens ?? undefined;
  const cacheWrite = data?.cache_creation_input_tokens ?? undefined;
  if (input === undefined && cacheRead === undefined && cacheWrite === undefined) return undefined;
  return {
    input: input ?? 0,
    cacheRead: cacheRead ?? 0,
    cacheWrite: cacheWrite ?? 0,
    output: data?.output_tokens ?? 0,
    raw,
  };
}
