// Clamps the output limits of a finished request body, wherever a wire format keeps them (behaviour 6.20).

import { err, ok, type Result } from '../../base/result.ts';

const places: readonly (readonly string[])[] = [
  ['max_tokens'],
  ['max_completion_tokens'],
  ['max_output_tokens'],
  ['generationConfig', 'maxOutputTokens'],
  ['inferenceConfig', 'maxTokens'],
  ['options', 'num_predict'],
];

/**
 * The body with every limit it has at most `ceiling`. A limit that is not there is not added, the given body is not
 * changed, and one that is not a positive whole number is an error that names it.
 */
export function applyOutputCeiling<Body extends object>(body: Body, ceiling: number): Result<Body, string> {
  let result: Body = body;
  for (const place of places) {
    const clamped = clampAt(result, place, ceiling);
    if (!clamped.ok) return clamped;
    result = clamped.value as Body;
  }
  return ok(result);
}

function clampAt(body: object, place: readonly string[], ceiling: number): Result<object, string> {
  const [key, ...rest] = place;
  if (key === undefined || !Object.hasOwn(body, key)) return ok(body);
  const value = (body as Record<string, unknown>)[key];
  if (rest.length > 0) {
    if (typeof value !== 'object' || value === null) return ok(body);
    const inner = clampAt(value, rest, ceiling);
    return inner.ok ? ok(inner.value === value ? body : { ...body, [key]: inner.value }) : inner;
  }
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0) {
    return err(`output limit ${key} is ${JSON.stringify(value)}, not a positive whole number`);
  }
  return ok(value <= ceiling ? body : { ...body, [key]: ceiling });
}
