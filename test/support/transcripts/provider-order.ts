// The order every provider asks for: calls of one assistant message, then all their results in call order, before
// anything else visible.

import { isVisible } from '../../../src/core/transcript/visibility.ts';
import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';

/** What breaks the order, in words; nothing when it holds. */
export function brokenOrder(records: readonly TranscriptRecord[]): readonly string[] {
  const broken: string[] = [];
  let batch: string[] = [];
  let answered = 0;
  for (const record of records.filter(isVisible)) {
    if (record.kind === 'tool-call') {
      if (answered === batch.length) {
        batch = [];
        answered = 0;
      }
      if (answered > 0) broken.push(`call ${record.callId} between results`);
      batch.push(record.callId);
    } else if (record.kind === 'tool-result') {
      const expected = batch[answered++];
      if (record.callId !== expected) broken.push(`result ${record.callId} instead of ${expected ?? 'none'}`);
    } else if (answered !== batch.length) {
      broken.push(`${record.kind} before the results of ${batch.slice(answered).join(', ')}`);
    }
  }
  if (answered !== batch.length) broken.push(`no results of ${batch.slice(answered).join(', ')}`);
  return broken;
}
