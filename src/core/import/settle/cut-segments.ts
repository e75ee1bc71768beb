// Segments of an imported session: an earlier compaction of the source ends one, its summary heads the next, and what
// the source kept in view is copied as the tail.

import type { WholeSegment } from '../../sessions/store.ts';
import { isVisible } from '../../transcript/visibility.ts';
import type { TranscriptRecord } from '../../transcript/record.ts';

interface Entry {
  readonly record: TranscriptRecord;
  /** The source line it came from. */
  readonly line: number;
}

export class SegmentCutter {
  private readonly finished: WholeSegment[] = [];
  private entries: Entry[] = [];
  private createdAt: string;

  /** `createdAt` is used for a segment without records. */
  constructor(createdAt: string) {
    this.createdAt = createdAt;
  }

  add(record: TranscriptRecord, line: number): void {
    this.entries.push({ record, line });
  }

  /** Id of the first record of this segment that belongs to the turn or a later one. */
  firstOf(turn: number): string | undefined {
    return this.entries.find(({ record }) => record.turn >= turn && record.kind !== 'summary')?.record.id;
  }

  /** Ends the segment. `summary` is given the turn of the first kept record, or `turn` when nothing is kept. */
  compact(
    summary: (turn: number) => TranscriptRecord,
    keptLines: ReadonlySet<number>,
    place: { readonly turn: number; readonly line: number },
  ): void {
    const { tail, cut } = keptTail(this.entries, keptLines);
    const head = summary(tail[0]?.record.turn ?? place.turn);
    const from = this.finished.length + 1;
    this.finished.push({
      records: this.entries.map(({ record }) => record),
      createdAt: this.started(),
      finalized: { kind: 'finalized', at: head.at, cut },
    });
    this.createdAt = head.at;
    this.entries = [
      { record: head, line: place.line },
      ...tail.map(({ record, line }) => ({ record: { ...record, copiedFrom: from }, line })),
    ];
  }

  finish(): readonly WholeSegment[] {
    const last = this.entries.map(({ record }) => record);
    return [...this.finished, { records: last, createdAt: this.started(), finalized: null }];
  }

  private started(): string {
    return this.entries[0]?.record.at ?? this.createdAt;
  }
}

/**
 * What stays in view. Where the source kept everything from some record on, that record is the cut and the rest moves,
 * hidden records too; where it kept single messages, these are copied and nothing moves. Calls and results stay together.
 */
function keptTail(
  entries: readonly Entry[],
  keptLines: ReadonlySet<number>,
): { readonly tail: readonly Entry[]; readonly cut: string | null } {
  const wanted = (entry: Entry): boolean =>
    keptLines.has(entry.line) && isVisible(entry.record) && entry.record.kind !== 'summary';
  const first = entries.findIndex(wanted);
  if (first < 0) return { tail: [], cut: null };
  const start = batchSafeStart(entries, first);
  const everythingAfter = entries
    .slice(first)
    .every((entry) => !isVisible(entry.record) || entry.record.kind === 'summary' || wanted(entry));
  if (everythingAfter) {
    const tail = entries.slice(start);
    return { tail, cut: tail[0]?.record.id ?? null };
  }
  return { tail: withWholePairs(entries.filter(wanted)), cut: null };
}

/**
 * No result may stand in the tail without its call: the start moves back to the call's batch, and on as long as that lets
 * in a result of a call still further back, as in a parallel batch.
 */
function batchSafeStart(entries: readonly Entry[], first: number): number {
  for (let start = first; ;) {
    const answered = new Set<string>();
    for (const { record } of entries.slice(start)) {
      if (record.kind === 'tool-result') answered.add(record.callId);
    }
    const call = entries.findIndex(
      ({ record }) => record.kind === 'tool-call' && answered.has(record.callId),
    );
    if (call < 0 || call >= start) return start;
    start = call;
  }
}

function withWholePairs(entries: readonly Entry[]): readonly Entry[] {
  const ids = (kind: 'tool-call' | 'tool-result'): ReadonlySet<string> =>
    new Set(entries.flatMap(({ record }) => (record.kind === kind ? [record.callId] : [])));
  const calls = ids('tool-call');
  const results = ids('tool-result');
  return entries.filter(({ record }) => {
    if (record.kind === 'tool-call') return results.has(record.callId);
    if (record.kind === 'tool-result') return calls.has(record.callId);
    return true;
  });
}
