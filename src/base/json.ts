// The JSON values records carry, and the checks that keep foreign ones safe to store.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/** True for a plain JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No transcript comes near it; recursion over a value this deep is safe everywhere. */
export const maximumDepth = 256;

/**
 * `JSON.parse` as a value: undefined for text that is not JSON, and for JSON nested so deeply that recursion over it,
 * `JSON.stringify` first of all, could overflow the stack. (No JSON text parses to undefined.)
 */
export function parseJson(text: string): Json | undefined {
  const value = parseJsonOfAnyDepth(text);
  return isDeeperThan(value, maximumDepth) ? undefined : value;
}

/** The same however deep the value is, for whoever tells the one fault from the other. */
export function parseJsonOfAnyDepth(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether lists and objects stand more than `limit` deep within one another. Looks no deeper than that. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, limit - 1));
  for (const key in value) if (isDeeperThan((value as JsonObject)[key], limit - 1)) return true;
  return false;
}

/** The JSON object a text is; undefined for any other text, which costs next to nothing when it begins like none. */
export function parseJsonObject(text: string): JsonObject | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
