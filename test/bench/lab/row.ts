// What a row of the table is: one line of the budget, and the figures that are held against it.

import type { Lab } from './lab.ts';

export interface Figure {
  readonly what: string;
  readonly budget: string;
  readonly found: string;
  /** `info` where there is no budget, only something to compare with. */
  readonly verdict: 'ok' | 'over' | 'info';
}

export interface Row {
  /** What `--only` takes. */
  readonly id: string;
  readonly title: string;
  /** How it was measured, in a sentence or two. */
  readonly method: string;
  figures(lab: Lab): Promise<readonly Figure[]>;
}

export interface Limit {
  readonly most: number;
  /** The number with its unit. */
  readonly text: (value: number) => string;
}

/** A figure that must not be above the limit. `beside` is shown behind it. */
export function atMost(what: string, value: number, limit: Limit, beside = ''): Figure {
  const { most, text } = limit;
  return {
    what,
    budget: `≤ ${text(most)}`,
    found: beside === '' ? text(value) : `${text(value)} (${beside})`,
    verdict: value <= most ? 'ok' : 'over',
  };
}

/** A count that must be exactly this. */
export function exactly(what: string, value: number, wanted: number, text = plain): Figure {
  return { what, budget: text(wanted), found: text(value), verdict: value === wanted ? 'ok' : 'over' };
}

/** Something to compare with. */
export function info(what: string, found: string): Figure {
  return { what, budget: '', found, verdict: 'info' };
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

export function times(value: number): string {
  return `${value.toFixed(2)} ×`;
}

export function plain(value: number): string {
  return String(value);
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
