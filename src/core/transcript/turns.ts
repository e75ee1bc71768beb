// Where turns and directives begin and end. All of it follows record kinds and turn numbers, never text.

import type { RecordKind, TranscriptRecord } from './record.ts';

/** A turn within a list of records: `start` is inclusive, `end` exclusive. */
export interface TurnSpan {
  readonly turn: number;
  readonly start: number;
  readonly end: number;
}

const openers: ReadonlySet<RecordKind | 'unknown'> = new Set<RecordKind>([
  'user',
  'directive-start',
  'reminder',
]);

/**
 * The turns of `records[from, to)`, oldest first. A turn begins at the first record that carries its number and may
 * open one (a user record that is not steering, the boundary record of its directive, a reminder staged with it), so
 * tool and reasoning spans between two answers never start a turn (seed, Tail preservation; behaviour 5.1). Records
 * before the first turn start belong to no turn.
 */
export function turnSpans(
  records: readonly TranscriptRecord[],
  from: number,
  to: number,
): readonly TurnSpan[] {
  const starts: { turn: number; start: number }[] = [];
  for (let place = from; place < to; place++) {
    const record = records[place];
    if (record === undefined || !openers.has(record.kind)) continue;
    if (record.kind === 'user' && record.origin === 'steering') continue;
    const last = starts.at(-1);
    if (last === undefined || record.turn > last.turn) starts.push({ turn: record.turn, start: place });
  }
  const asked = starts.filter((start, place) =>
    hasRequest(records, start.start, starts[place + 1]?.start ?? to),
  );
  return asked.map((start, place) => ({ ...start, end: asked[place + 1]?.start ?? to }));
}

/** The spans of directives that are closed by their own end record: `start` inclusive, `end` exclusive. */
export function directiveSpans(
  records: readonly TranscriptRecord[],
): readonly { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let open: { directive: string; turn: number; start: number } | undefined;
  records.forEach((record, place) => {
    if (record.kind === 'directive-start')
      open = { directive: record.directive, turn: record.turn, start: place };
    else if (record.kind === 'directive-end') {
      if (open?.directive === record.directive && open.turn === record.turn) {
        spans.push({ start: open.start, end: place + 1 });
      }
      open = undefined;
    }
  });
  return spans;
}

/** The records with every directive taken out, boundary records included (behaviour 4.11). */
export function withoutDirectives(records: readonly TranscriptRecord[]): readonly TranscriptRecord[] {
  const spans = directiveSpans(records);
  if (spans.length === 0) return records;
  let next = 0;
  return records.filter((_, place) => {
    if (place === spans[next]?.end) next++;
    const span = spans[next];
    return span === undefined || place < span.start;
  });
}

/**
 * Where history ends and what is not yet part of it begins: after the later of the last assistant record and the
 * last fork point (seed, Request flow; behaviours 3.7, 3.8). 0 when there is neither. The end of a directive right
 * behind it is never torn off.
 */
export function settledBoundary(records: readonly TranscriptRecord[]): number {
  for (let place = records.length - 1; place >= 0; place--) {
    const kind = records[place]?.kind;
    if (kind !== 'assistant' && kind !== 'fork-point') continue;
    let end = place + 1;
    while (records[end]?.kind === 'directive-end') end++;
    return end;
  }
  return 0;
}

function hasRequest(records: readonly TranscriptRecord[], start: number, end: number): boolean {
  for (let place = start; place < end; place++) {
    const record = records[place];
    if (record?.kind === 'user' && record.origin !== 'steering') return true;
  }
  return false;
}
