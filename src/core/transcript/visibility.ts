// What the model sees and what stays hidden from it: one table, and the projection that drops superseded records.

import { codePointLength } from '../../base/code-points.ts';
import { assertNever } from '../../base/fail.ts';
import type { Json } from '../../base/json.ts';
import { contentLength, type Part } from './parts.ts';
import type { KnownRecord, RecordOf, TranscriptRecord } from './record.ts';

const visibleKinds = {
  summary: true,
  task: true,
  user: true,
  assistant: true,
  reasoning: true,
  'tool-call': true,
  'tool-result': true,
  reminder: true,
  'agent-message': true,
  'fork-point': false,
  'directive-start': false,
  'directive-end': false,
  'hook-audit': false,
  'execution-archive': false,
  'execution-completion': false,
  'file-touch': false,
  usage: false,
  notice: false,
  superseded: false,
  foreign: false,
  unknown: false,
} as const satisfies Record<TranscriptRecord['kind'], boolean>;

type VisibleKind = {
  [Kind in keyof typeof visibleKinds]: (typeof visibleKinds)[Kind] extends true ? Kind : never;
}[keyof typeof visibleKinds];

export type VisibleRecord = RecordOf<Extract<VisibleKind, KnownRecord['kind']>>;

/** True for a kind the model sees (design 4.2). */
export function isVisible(record: TranscriptRecord): record is VisibleRecord {
  return visibleKinds[record.kind];
}

/** Length of `<system-reminder>\n` and `\n</system-reminder>` around a reminder's body (behaviour 2.4). */
const reminderWrapperLength = 37;

/**
 * Model-visible code points of one record. Hidden records, `provider` data and JSON punctuation count nothing; a
 * tool call counts its name and the values of its input (design 4.2, 14.6).
 */
export function visibleLength(record: TranscriptRecord): number {
  if (!isVisible(record)) return 0;
  switch (record.kind) {
    case 'summary':
    case 'task':
    case 'user':
    case 'assistant':
    case 'reasoning':
    case 'tool-result':
    case 'agent-message':
      return contentLength(record.content);
    case 'reminder':
      return contentLength(record.content) + reminderWrapperLength;
    case 'tool-call':
      return callLength(record);
    default:
      return assertNever(record);
  }
}

/** The media parts of a record that the model receives. */
export function visibleMedia(record: TranscriptRecord): readonly Extract<Part, { type: 'media' }>[] {
  if (!isVisible(record) || record.kind === 'tool-call') return [];
  return record.content.filter((part) => part.type === 'media');
}

/**
 * Drops what `superseded` records took out of sight: everything from the named record up to the `superseded` record
 * itself. One naming a record that is not there changes nothing.
 */
export function withoutSuperseded(records: readonly TranscriptRecord[]): readonly TranscriptRecord[] {
  if (!records.some((record) => record.kind === 'superseded')) return records;
  const kept: TranscriptRecord[] = [];
  const placeOf = new Map<string, number>();
  for (const record of records) {
    if (record.kind === 'superseded') {
      const from = placeOf.get(record.from);
      if (from !== undefined && kept[from]?.id === record.from) kept.length = from;
      continue;
    }
    placeOf.set(record.id, kept.length);
    kept.push(record);
  }
  return kept;
}

function callLength(record: RecordOf<'tool-call'>): number {
  const stored = record.storedInput;
  return (
    codePointLength(record.name) + (stored === undefined ? valueLength(record.input) : stored.characters)
  );
}

/** Code points of the values in a JSON value; keys and punctuation count nothing (design 14.6). */
function valueLength(value: Json): number {
  if (typeof value === 'string') return codePointLength(value);
  if (value === null || typeof value !== 'object') return String(value).length;
  let length = 0;
  for (const item of Object.values<Json>(value)) length += valueLength(item);
  return length;
}
