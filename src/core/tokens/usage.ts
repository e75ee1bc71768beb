// What a provider reported for one request, and whether it may serve as a baseline (behaviours 2.6 to 2.8).

import { isJsonObject } from '../../base/json.ts';

/** Valid, or why the report cannot be used (seed, Token estimate; behaviour 2.7). */
export type BaselineStatus = 'valid' | 'missing' | 'zero' | 'over-window';

export interface ContextUsage {
  /** Everything in the prompt, cached or not; null when the report cannot be read. */
  readonly input: number | null;
  /** Input and output; null when the report cannot be read. */
  readonly count: number | null;
}

const inputKeys = ['input', 'cached', 'cacheRead', 'cacheWrite'] as const;
const reportKeys = [...inputKeys, 'output'] as const;

/** The numbers of a report as they came; null where something else stood. Nothing but numbers is taken over. */
export type ReportedCounts = {
  readonly [Key in (typeof reportKeys)[number]]?: number | null;
};

/** Null for a report that is no record at all. */
export function reportedCounts(report: unknown): ReportedCounts | null {
  if (!isJsonObject(report)) return null;
  const counts: { -readonly [Key in keyof ReportedCounts]: ReportedCounts[Key] } = {};
  for (const key of reportKeys) {
    const value = report[key];
    if (value !== undefined) counts[key] = isFiniteNumber(value) ? value : null;
  }
  return counts;
}

/**
 * Reads a usage report `{input, cached, cacheRead, cacheWrite, output}`: missing numbers are 0, but at least one input
 * number must be there and none may be negative or no number (behaviour 2.6).
 */
export function contextUsage(report: unknown): ContextUsage {
  const nothing: ContextUsage = { input: null, count: null };
  if (!isJsonObject(report)) return nothing;
  const given = inputKeys.filter((key) => report[key] !== undefined);
  if (given.length === 0) return nothing;
  let input = 0;
  for (const key of given) {
    const value = report[key];
    if (!isCount(value)) return nothing;
    input += value;
  }
  const output = report['output'] === undefined ? 0 : report['output'];
  return { input, count: isCount(output) ? input + output : null };
}

/** Whether a count may serve as the baseline of a model with this window; equal to the window is valid. */
export function baselineStatus(usage: ContextUsage, window: number): BaselineStatus {
  if (usage.count === null || usage.input === null) return 'missing';
  if (usage.input <= 0) return 'zero';
  return usage.count > window ? 'over-window' : 'valid';
}

function isCount(value: unknown): value is number {
  return isFiniteNumber(value) && value >= 0;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
