// What a run removes and what moves on, and the hidden records that must live on for what goes.

import type { Removal } from '../executions/archive.ts';
import { nothingLive, prepareArchives } from '../executions/archive.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import type { Selection } from './selection.ts';

/** `records` are all of the segment: what is superseded stays behind too, and a command started there may still run. */
export function removalOf(
  selection: Pick<Selection, 'tail' | 'batch'>,
  records: readonly TranscriptRecord[],
): Removal {
  const kept = [...selection.tail, ...selection.batch];
  const staying = new Set(kept.map((record) => record.id));
  return { removed: records.filter((record) => !staying.has(record.id)), kept };
}

/** For a target without executions of its own: their records as they are, so that none is made and none needs an id. */
export function carriedRecords(
  selection: Pick<Selection, 'tail' | 'batch'>,
  records: readonly TranscriptRecord[],
): readonly TranscriptRecord[] {
  return prepareArchives(removalOf(selection, records), nothingLive, { id: () => '', at: '' });
}
