// Shortening that says how much it left out and never breaks structure. Lengths are code points.

import { codePointLength, firstCodePoints, isLongerThan } from '../../base/code-points.ts';
import { isJsonObject, type Json } from '../../base/json.ts';

const shortestArgument = 80;
const longestArgument = 800;

const outputMarker = /\n\[segue: tool output truncated; omitted (\d{1,12}) chars\]\n?$/;
const argumentMarker = /\n\[segue: string argument truncated; omitted (\d{1,12}) chars\]$/;
const longestMarker = 80;

/** The longest string argument a tool call keeps under an output cap: between 80 and 800 (behaviour 4.4). */
export function argumentLimit(outputCap: number): number {
  return Math.max(shortestArgument, Math.min(longestArgument, outputCap));
}

/**
 * The first `cap` code points and a marker with the number left out; text within the cap comes back as it is, and so
 * does text that was cut to the cap before. What is cut again tells the sum.
 */
export function truncateOutput(text: string, cap: number): string {
  return shortened(text, cap, { marker: outputMarker, marked: truncatedOutput });
}

/** A beginning with the marker for what follows it (behaviour 4.5). */
export function truncatedOutput(beginning: string, omitted: number): string {
  return `${beginning}\n[segue: tool output truncated; omitted ${omitted} chars]\n`;
}

/** The same value with every string longer than `limit` cut, however deep it stands; keys are kept (behaviour 4.4). */
export function truncateArguments(value: Json, limit: number): Json {
  if (typeof value === 'string') return truncateArgument(value, limit);
  if (Array.isArray(value)) return value.map((item: Json) => truncateArguments(item, limit));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, truncateArguments(item, limit)]),
  );
}

/** An argument's beginning with the marker for what follows it (behaviour 4.4). */
export function truncatedArgument(beginning: string, omitted: number): string {
  return `${beginning}\n[segue: string argument truncated; omitted ${omitted} chars]`;
}

/** True when `truncateArguments` would change the value. */
export function hasLongArgument(value: Json, limit: number): boolean {
  if (typeof value === 'string') return truncateArgument(value, limit) !== value;
  if (value === null || typeof value !== 'object') return false;
  return Object.values<Json>(value).some((item) => hasLongArgument(item, limit));
}

function truncateArgument(text: string, limit: number): string {
  return shortened(text, limit, { marker: argumentMarker, marked: truncatedArgument });
}

interface Form {
  /** Matches the end of a text that was cut before; its group is the number left out. */
  readonly marker: RegExp;
  readonly marked: (beginning: string, omitted: number) => string;
}

function shortened(text: string, limit: number, form: Form): string {
  if (!isLongerThan(text, limit)) return text;
  const earlier = form.marker.exec(text.slice(-longestMarker));
  const kept = text.slice(0, text.length - (earlier?.[0].length ?? 0));
  if (!isLongerThan(kept, limit)) return text;
  const omitted = codePointLength(kept) - limit + Number(earlier?.[1] ?? 0);
  return form.marked(firstCodePoints(kept, limit), omitted);
}
