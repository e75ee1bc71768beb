// Zod pieces for shapes that others write: a field of the wrong type counts as absent, so that one odd field never
// costs a whole line. What a shape does not name stays in the raw value, from which the leftover is made.

import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';

export const maybeText = z.string().optional().catch(undefined);
export const maybeFlag = z.boolean().optional().catch(undefined);
export const maybeNumber = z.number().optional().catch(undefined);

/** Any JSON value. */
export const maybeJson = z.custom<Json>((value) => value !== undefined).optional();

/** A list of JSON values. */
export const maybeList = z
  .custom<readonly Json[]>((value) => Array.isArray(value))
  .optional()
  .catch(undefined);

/** A JSON object, not looked into. */
export const maybeObject = z
  .custom<JsonObject>((value) => isJsonObject(value))
  .optional()
  .catch(undefined);

/**
 * The items of a message's content. A text by itself counts as a text item, anything that is no object as an unknown
 * one, so that nothing is lost.
 */
export function contentItems(content: Json | undefined): readonly JsonObject[] {
  if (content === undefined || content === null) return [];
  const items: readonly Json[] = Array.isArray(content) ? content : [content];
  return items.map((item): JsonObject => {
    if (typeof item === 'string') return { type: 'text', text: item };
    return isJsonObject(item) ? item : { value: item };
  });
}
