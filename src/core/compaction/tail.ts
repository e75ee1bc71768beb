// Which of the newest turns stay word for word (seed, Tail preservation).

import { roundHalfEven } from '../../base/round-half-even.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { turnSpans } from '../transcript/turns.ts';
import { visibleLength } from '../transcript/visibility.ts';

export interface TailLimits {
  readonly turns: number;
  /** Model-visible code points. */
  readonly characters: number;
}

export interface TailChoice {
  /** Index of the first record of the tail; the limit itself when there is none. */
  readonly start: number;
  readonly turns: number;
}

/** `4 × round(budget × usable)` characters of the target model's usable tokens (behaviour 5.4; design 6.4). */
export function tailBudgetCharacters(budget: number, usable: number): number {
  return 4 * roundHalfEven(budget * usable);
}

/**
 * The newest complete turns of `records[from, limit)` within both limits: oldest dropped first, down to none. Length
 * is measured before any output is shortened; equal fits. A directive is one turn, boundary records included, so it
 * stays whole or not at all (behaviours 5.3 to 5.8, 5.12).
 */
export function selectTail(
  records: readonly TranscriptRecord[],
  from: number,
  limit: number,
  limits: TailLimits,
): TailChoice {
  const spans = turnSpans(records, from, limit);
  const newest = limits.turns === 0 ? [] : spans.slice(-limits.turns);
  let start = limit;
  let turns = 0;
  let length = 0;
  for (const span of newest.toReversed()) {
    for (let place = span.start; place < span.end; place++) length += visibleLengthAt(records, place);
    if (length > limits.characters) break;
    start = span.start;
    turns++;
  }
  return { start, turns };
}

function visibleLengthAt(records: readonly TranscriptRecord[], place: number): number {
  const record = records[place];
  return record === undefined ? 0 : visibleLength(record);
}
