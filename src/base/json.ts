// The JSON values records carry, and the checks that keep foreign ones safe to store.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/** True for a plain JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `JSON.parse` as a value: undefined for text that is not JSON. (No JSON text parses to undefined.) */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The JSON object a text is; undefined for any other text, which costs next to nothing when it begins like none. */
export function parseJsonObject(text: string): JsonObject | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
