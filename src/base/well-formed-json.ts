// JSON values whose every string survives UTF-8. Lone surrogates, cut or imported into a text, make services refuse it.

import { wellFormed } from './code-points.ts';

/** A copy of the value with every lone surrogate, in keys too, replaced. */
export function wellFormedJson<T>(value: T): T {
  return mended(value) as T;
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [wellFormed(key), mended(item)]));
}
