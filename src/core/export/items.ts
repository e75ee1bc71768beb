// What an export tells, item by item, whatever it is written as: every record once, each call with its result.

import type { StoreFailure } from '../sessions/failures.ts';
import type { RecordOf } from '../transcript/record.ts';
import type { Aside } from './survey.ts';

/** What the model was told. */
export type HeardRecord = RecordOf<'user' | 'task' | 'reminder' | 'agent-message'>;
/** What the model said or thought. */
export type SaidRecord = RecordOf<'assistant' | 'reasoning'>;

/** A call with the result it got, wherever that stands. */
export interface AnsweredCall {
  readonly call: RecordOf<'tool-call'>;
  /** Absent when it was lost. */
  readonly result: RecordOf<'tool-result'> | undefined;
}

/** Something of the transcript that could not be read. */
export type Gap =
  | { readonly what: 'part'; readonly file: string; readonly failure: StoreFailure }
  | { readonly what: 'lines'; readonly file: string; readonly lines: readonly number[] };

/** The beginning of a segment: the summary of what came before. */
export interface CompactionItem {
  readonly kind: 'compaction';
  readonly summary: RecordOf<'summary'>;
  /** The number of the part it begins. */
  readonly place: number;
  /** Ids of records told before that stayed in the model's view. */
  readonly kept: readonly string[];
  /** Everything the summary stands for has been told. */
  readonly covered: boolean;
  /** It came between two turns, not in the middle of one. */
  readonly betweenTurns: boolean;
  /** Of the part before, estimated. */
  readonly tokensBefore: number;
}

/** Of the hidden kinds only those that people want to know of are told. */
export type Item =
  | CompactionItem
  | { readonly kind: 'heard'; readonly record: HeardRecord; readonly aside: Aside | undefined }
  /** One answer of the model: what it said, then what it called. Results follow in call order. */
  | {
      readonly kind: 'spoken';
      readonly said: readonly SaidRecord[];
      readonly calls: readonly AnsweredCall[];
      readonly aside: Aside | undefined;
    }
  /** A result whose call is not there. */
  | {
      readonly kind: 'stray-result';
      readonly record: RecordOf<'tool-result'>;
      readonly aside: Aside | undefined;
    }
  /** A hidden record that people want to know of. */
  | { readonly kind: 'noted'; readonly record: RecordOf<'fork-point' | 'notice'> }
  | { readonly kind: 'gap'; readonly gap: Gap };
