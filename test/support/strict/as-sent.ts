// A request body as the wire carries it. Every check reads this and never the caller's objects, so that what JSON
// drops, such as a field holding `undefined`, is judged as dropped.

import { violation, type Path } from './place.ts';

interface Sent {
  readonly value: unknown;
  /** Size of the JSON text in UTF-8. */
  readonly bytes: number;
  readonly violations: string[];
}

/**
 * The body after a trip through JSON, with a violation for each string or key holding half of a surrogate pair: such
 * a body is refused as invalid JSON before anything else is looked at. A body JSON cannot carry has no value.
 */
export function asSent(body: unknown): Sent {
  let text: string | undefined;
  try {
    text = JSON.stringify(body);
  } catch (error) {
    return { value: undefined, bytes: 0, violations: [violation([], `is not JSON (${String(error)})`)] };
  }
  // The declared result hides that `undefined`, a function or a symbol has no JSON text at all.
  if (typeof text !== 'string') {
    return { value: undefined, bytes: 0, violations: [violation([], 'is not JSON (nothing to send)')] };
  }
  const value: unknown = JSON.parse(text);
  return { value, bytes: Buffer.byteLength(text), violations: brokenStrings(value, []) };
}

function brokenStrings(value: unknown, path: Path): string[] {
  if (typeof value === 'string')
    return value.isWellFormed() ? [] : [violation(path, 'holds a lone surrogate')];
  if (Array.isArray(value)) return value.flatMap((item, index) => brokenStrings(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(key.isWellFormed() ? [] : [violation(path, 'has a key with a lone surrogate')]),
    ...brokenStrings(item, [...path, key]),
  ]);
}
