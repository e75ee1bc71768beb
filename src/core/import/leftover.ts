// What a reader did not carry over from a JSON value. It is kept as a hidden record, so that the original information
// can be had back.

import type { JsonObject } from '../../base/json.ts';
import type { ForeignDraft } from './draft.ts';

export interface Place {
  readonly line: number;
  readonly at?: string | undefined;
}

/**
 * The keys whose values the drafts carry, and the object as it was parsed: a key that was not read, because its value
 * has another type than expected, is left over all the same.
 */
export interface Carried {
  readonly keys: readonly string[];
  readonly read: object;
}

/** The object without what the drafts carry, or undefined when nothing is left of it. */
export function leftoverOf(value: JsonObject, carried: readonly string[] | Carried): JsonObject | undefined {
  const { keys, read } = 'read' in carried ? carried : { keys: carried, read: value };
  const known = new Map(Object.entries(read));
  const left = Object.entries(value).filter(
    ([key, item]) => !keys.includes(key) || (item !== null && known.get(key) === undefined),
  );
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Like `leftoverOf`, for an object whose `type` alone says nothing new. */
export function blockLeftover(
  block: JsonObject,
  carried: readonly string[] | Carried,
): JsonObject | undefined {
  const left = leftoverOf(block, carried);
  if (left === undefined) return undefined;
  const keys = Object.keys(left);
  return keys.length === 1 && keys[0] === 'type' ? undefined : left;
}

/** `timestamp` where the object has one that records can carry; nothing otherwise, so that it is left over. */
export function carriedTime(value: JsonObject): readonly string[] {
  const { timestamp } = value;
  return typeof timestamp === 'string' && !Number.isNaN(Date.parse(timestamp)) ? ['timestamp'] : [];
}

/** Verbatim text as a hidden draft. */
export function foreign(raw: string, place: Place): ForeignDraft {
  return { kind: 'foreign', raw, line: place.line, at: place.at };
}

/** The value as a hidden draft; none when nothing is left. */
export function foreignJson(value: JsonObject | undefined, place: Place): readonly ForeignDraft[] {
  return value === undefined ? [] : [foreign(JSON.stringify(value), place)];
}
