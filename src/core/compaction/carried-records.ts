// Hidden records of the body that must live on in the successor.

import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import type { Selection } from './selection.ts';

/**
 * The newest archive of each execution that has not ended, carried exactly once a segment, any number of times: one that
 * is kept with tail or batch anyway is not carried beside it (behaviour 10.5). `records` are all of the segment.
 */
export function carriedRecords(
  selection: Pick<Selection, 'body' | 'tail' | 'batch'>,
  records: readonly TranscriptRecord[],
): readonly TranscriptRecord[] {
  const settled = new Set<string>();
  for (const record of records) if (record.kind === 'execution-completion') settled.add(record.executionId);
  for (const { executionId } of archivesIn([...selection.tail, ...selection.batch])) settled.add(executionId);
  const newest = new Map<string, TranscriptRecord>();
  for (const archive of archivesIn(selection.body)) {
    if (!settled.has(archive.executionId)) newest.set(archive.executionId, archive);
  }
  return [...newest.values()];
}

function archivesIn(records: readonly TranscriptRecord[]): readonly RecordOf<'execution-archive'>[] {
  return records.filter((record) => record.kind === 'execution-archive');
}
