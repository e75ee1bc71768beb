// The content of a foreign message, item by item: what becomes part of the draft, and what is left of the rest. How an
// item is read is its format's business.

import type { Json, JsonObject } from '../../base/json.ts';
import type { DraftPart } from './draft.ts';
import { contentItems } from './tolerant.ts';

/** What one item gives; one that cannot be placed is its own leftover. */
export interface PartReading {
  readonly part?: DraftPart | undefined;
  /** What the part does not carry. */
  readonly leftover?: JsonObject | undefined;
  /** Why the item could not be read, when it should have been. */
  readonly damage?: string | undefined;
}

export interface ContentReading {
  readonly content: readonly DraftPart[];
  readonly leftovers: readonly JsonObject[];
  /** Of the first damaged item. */
  readonly damage: string | undefined;
}

/** Reads every item with `readPart`, in order. */
export function readContentItems(
  content: Json | undefined,
  readPart: (item: JsonObject) => PartReading,
): ContentReading {
  const readings = contentItems(content).map(readPart);
  return {
    content: readings.map(({ part }) => part).filter((part) => part !== undefined),
    leftovers: readings.map(({ leftover }) => leftover).filter((leftover) => leftover !== undefined),
    damage: readings.find((reading) => reading.damage !== undefined)?.damage,
  };
}
