// Tool calls and their results: which result answers which call, and the batch that is still open at the end.

import type { RecordOf, TranscriptRecord } from './record.ts';

export interface ToolPair {
  readonly call: RecordOf<'tool-call'>;
  /** Absent while the call runs, or when it was lost. */
  readonly result: RecordOf<'tool-result'> | undefined;
}

/** The result of each call, keyed by the call's id. Call ids are unique within a segment. */
export function resultsByCall(
  records: readonly TranscriptRecord[],
): ReadonlyMap<string, RecordOf<'tool-result'>> {
  const results = new Map<string, RecordOf<'tool-result'>>();
  for (const record of records) {
    if (record.kind === 'tool-result' && !results.has(record.callId)) results.set(record.callId, record);
  }
  return results;
}

/** Every call with its result, in call order. */
export function toolPairs(records: readonly TranscriptRecord[]): readonly ToolPair[] {
  const results = resultsByCall(records);
  return records
    .filter((record) => record.kind === 'tool-call')
    .map((call) => ({ call, result: results.get(call.callId) }));
}

/** What a batch never reaches back over: an earlier batch, a request, a settled turn, a directive. */
const beforeBatch: ReadonlySet<TranscriptRecord['kind']> = new Set<TranscriptRecord['kind']>([
  'tool-result',
  'user',
  'fork-point',
  'directive-end',
]);

/**
 * Where the current tool batch begins: at the end of the last earlier tool result, so that reasoning and prose right
 * before the batch stay with it (behaviour 9.6). The batch is the calls named by `callIds`; without one of them the
 * answer is the end of the records. Nothing before `from` is looked at.
 */
export function batchStart(
  records: readonly TranscriptRecord[],
  callIds: ReadonlySet<string>,
  from: number,
): number {
  const first = records.findIndex(
    (record, place) => place >= from && record.kind === 'tool-call' && callIds.has(record.callId),
  );
  if (first < 0) return records.length;
  for (let place = first - 1; place >= from; place--) {
    const record = records[place];
    if (record !== undefined && beforeBatch.has(record.kind)) return place + 1;
  }
  return from;
}
