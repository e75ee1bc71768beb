// Foreign JSON may escape half a surrogate pair. Such a half is replaced, so that every record survives UTF-8 as it is.

import { wellFormed } from '../../../base/code-points.ts';
import { isJsonObject, type Json } from '../../../base/json.ts';

/** The value with every string well-formed, keys included. The very same value when nothing had to change. */
export function wellFormedJson(value: Json): Json {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return wellFormedList(value as readonly Json[]);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([key, item]): [string, Json] => [wellFormed(key), wellFormedJson(item)]);
  const same = changed.every(
    ([key, item], place) => key === entries[place]?.[0] && item === entries[place][1],
  );
  return same ? value : Object.fromEntries(changed);
}

function wellFormedList(list: readonly Json[]): readonly Json[] {
  const changed = list.map(wellFormedJson);
  return changed.every((item, place) => item === list[place]) ? list : changed;
}
