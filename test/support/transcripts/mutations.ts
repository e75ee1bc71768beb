// Foreign files made of known shapes with anything in any place: for properties that must hold whatever a file contains.

import fc from 'fast-check';
import type { Json } from '../../../src/base/json.ts';
import { parseSourceJson } from '../../../src/core/import/source-json.ts';
import type { SourceText } from '../../../src/core/import/source.ts';
import { realShapes } from './real-shapes.ts';

/** The text of a file as readers see it, one JSON value when it is one. */
export function sourceOf(lines: readonly string[]): SourceText {
  const parsed = parseSourceJson(lines.join('\n'));
  const value = parsed.ok ? parsed.value : undefined;
  const isContainer = typeof value === 'object' && value !== null;
  return { lines, whole: isContainer ? value : undefined };
}

export function jsonFile(values: readonly Json[]): SourceText {
  return sourceOf(values.map((value) => JSON.stringify(value)));
}

/** Lines of real shape, one place in each replaced by a value of `other`. */
export function mutatedLines(other: fc.Arbitrary<Json>, maxLength: number): fc.Arbitrary<Json[]> {
  const line = fc
    .tuple(fc.constantFrom(...realShapes), fc.nat(), other)
    .map(([shape, seed, value]) => mutated(shape, seed, value));
  return fc.array(line, { minLength: 1, maxLength });
}

/** The value with the place the seed leads to replaced. */
function mutated(value: Json, seed: number, other: Json): Json {
  if (typeof value !== 'object' || value === null) return other;
  const entries = Object.entries(value);
  if (entries.length === 0 || seed % 7 === 0) return other;
  const chosen = seed % entries.length;
  const next = Math.floor(seed / entries.length) + 1;
  const changed = entries.map(([key, item], place): [string, Json] => [
    key,
    place === chosen ? mutated(item, next, other) : item,
  ]);
  return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}
