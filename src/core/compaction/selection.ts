// Divides the active segment: earlier summary, body to be summarised, tail to be kept, batch that is pending.

import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { batchStart } from '../transcript/tool-batches.ts';
import { settledBoundary, turnSpans } from '../transcript/turns.ts';
import { withoutSuperseded } from '../transcript/visibility.ts';
import { selectTail, type TailLimits } from './tail.ts';

export interface SelectionQuestion {
  readonly records: readonly TranscriptRecord[];
  /** First record of the pending tool batch; without one the settled boundary decides (behaviours 3.9, 5.10). */
  readonly pendingFrom?: string | undefined;
  /** Null keeps no tail at all. */
  readonly tail: TailLimits | null;
}

export interface Selection {
  readonly previousSummary: RecordOf<'summary'> | null;
  readonly body: readonly TranscriptRecord[];
  readonly tail: readonly TranscriptRecord[];
  readonly batch: readonly TranscriptRecord[];
  /** Id of the first record that moves on; null when none does. */
  readonly cut: string | null;
  readonly turns: { readonly total: number; readonly kept: number };
}

/** Superseded records stay behind in the predecessor: they belong to neither body, tail nor batch. */
export function selectHistory(question: SelectionQuestion): Selection {
  const records = withoutSuperseded(question.records);
  const first = records[0];
  const previousSummary = first?.kind === 'summary' ? first : null;
  const start = previousSummary === null ? 0 : bodyStart(records);
  const limit = Math.max(start, historyEnd(records, question.pendingFrom));
  const choice =
    question.tail === null ? { start: limit, turns: 0 } : selectTail(records, start, limit, question.tail);
  const tailStart = Math.max(start, choice.start);
  const moving = records.slice(tailStart);
  return {
    previousSummary,
    body: records.slice(start, tailStart),
    tail: records.slice(tailStart, limit),
    batch: records.slice(limit),
    cut: moving[0]?.id ?? null,
    turns: { total: turnSpans(records, start, limit).length, kept: choice.turns },
  };
}

/** The highest turn among known records: one of an unknown kind may say anything. 0 where there is none. */
export function lastTurnOf(records: readonly TranscriptRecord[]): number {
  return records.reduce((last, { kind, turn }) => (kind === 'unknown' ? last : Math.max(last, turn)), 0);
}

/** The leading summary and the hidden records beside it are not body (behaviour 5.9). */
function bodyStart(records: readonly TranscriptRecord[]): number {
  let place = 1;
  while (records[place]?.kind === 'hook-audit') place++;
  return place;
}

function historyEnd(records: readonly TranscriptRecord[], pendingFrom: string | undefined): number {
  const place = pendingFrom === undefined ? -1 : records.findIndex((record) => record.id === pendingFrom);
  return place < 0 ? beforePartedBatch(records, settledBoundary(records)) : place;
}

/**
 * The boundary, or the start of the batch it would part: prose between the calls of a turn that was interrupted settles
 * none of them, and a call stays with its result.
 */
function beforePartedBatch(records: readonly TranscriptRecord[], boundary: number): number {
  const results = new Set(
    records.slice(boundary).flatMap((record) => (record.kind === 'tool-result' ? [record.callId] : [])),
  );
  if (results.size === 0) return boundary;
  const settled = records.slice(0, boundary);
  const from = settled.findLastIndex((record) => record.kind === 'fork-point') + 1;
  const parted = settled
    .slice(from)
    .flatMap((record) => (record.kind === 'tool-call' && results.has(record.callId) ? [record.callId] : []));
  return parted.length === 0 ? boundary : batchStart(records, new Set(parted), from);
}
