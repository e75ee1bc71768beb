// Hidden records in a few words, for people who look at a segment. Runs of one kind are one note.

import { assertNever } from '../base/fail.ts';
import { utf8Length } from '../base/code-points.ts';
import { printableLine } from '../core/export/printable.ts';
import { sizeText } from '../core/export/size-text.ts';
import type { TranscriptRecord } from '../core/transcript/record.ts';
import type { VisibleRecord } from '../core/transcript/visibility.ts';
import { cutToWidth } from './wrap.ts';

/** A record the model does not see (design 4.2). */
export type HiddenRecord = Exclude<TranscriptRecord, VisibleRecord>;

/** One line for hidden records of the same kind that follow one another. */
export function hiddenNote(records: readonly HiddenRecord[], width: number): string {
  const [first] = records;
  if (first === undefined) return '';
  const text = records.length === 1 ? noteOf(first) : `${records.length} records of kind ${kindOf(first)}`;
  return cutToWidth(`· ${printableLine(text)}`, width);
}

/** The kind as it stands in the file, also of a record this version does not know. */
export function kindOf(record: HiddenRecord): string {
  if (record.kind !== 'unknown') return record.kind;
  const { kind } = record.value;
  return typeof kind === 'string' ? kind : 'unknown';
}

function noteOf(record: HiddenRecord): string {
  switch (record.kind) {
    case 'fork-point':
      return `turn ended: ${record.outcome}`;
    case 'directive-start':
      return `directive ${record.directive} begins`;
    case 'directive-end':
      return `directive ${record.directive} ends`;
    case 'hook-audit':
      return `hook ${record.event}: ${record.handlers.map(({ handler, source }) => handler ?? source).join(', ')}`;
    case 'execution-archive':
      return `execution ${record.executionId} was running`;
    case 'execution-completion':
      return `execution ${record.executionId} ended`;
    case 'file-touch':
      return `${record.access} ${record.path}`;
    case 'usage':
      return record.model === undefined ? 'usage' : `usage of ${record.model}`;
    case 'notice':
      return `${record.level}: ${record.text}`;
    case 'superseded':
      return `taken back from ${record.from} on`;
    case 'foreign': {
      const { raw } = record;
      const bytes = typeof raw === 'string' ? utf8Length(raw) : raw.bytes;
      return `foreign: ${record.format}, line ${record.line}, ${sizeText(bytes)}`;
    }
    case 'unknown':
      return `a record of kind ${kindOf(record)}, which this version does not know`;
    default:
      return assertNever(record);
  }
}
