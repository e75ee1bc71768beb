// Where each turn was opened: the prompt index of the sidecar, and the count of turns it stands for.

import type { TranscriptRecord } from '../transcript/record.ts';
import { turnSpans } from '../transcript/turns.ts';
import type { PromptPlace } from './session-record.ts';

export interface IndexedSegment {
  readonly number: number;
  readonly records: readonly TranscriptRecord[];
  /** Byte offset of each record's line in the finalized file. */
  readonly offsets: readonly number[];
}

/**
 * The turns that were opened in this segment, oldest first. A turn whose opening record was copied in as tail belongs
 * to the segment it was copied from and is not counted again (behaviour 8.18). Turns beyond the cut are included:
 * their bytes stay in the finalized file, unshortened.
 */
export function promptPlaces(segment: IndexedSegment): readonly PromptPlace[] {
  const places: PromptPlace[] = [];
  for (const span of turnSpans(segment.records, 0, segment.records.length)) {
    const opening = segment.records[span.start];
    const offset = segment.offsets[span.start];
    if (opening === undefined || offset === undefined || opening.copiedFrom !== undefined) continue;
    places.push({ turn: span.turn, segment: segment.number, record: opening.id, offset });
  }
  return places;
}

/** How many turns were opened in these records, copies not counted (behaviour 8.18). */
export function openedTurns(records: readonly TranscriptRecord[]): number {
  return turnSpans(records, 0, records.length).filter((span) => records[span.start]?.copiedFrom === undefined)
    .length;
}

/** How many turns among these records were copied in from an earlier segment. */
export function copiedTurns(records: readonly TranscriptRecord[]): number {
  return turnSpans(records, 0, records.length).length - openedTurns(records);
}
