// Single records as rows. Calls with their results are in tool-rows.ts; what a list of records gives as a whole is in
// transcript-rows.ts.

import { inlineText } from '../../core/transcript/parts.ts';
import type { CompactionFigures, RecordOf } from '../../core/transcript/record.ts';
import { withoutHandOver } from '../../core/summary/hand-over.ts';
import type { AppliedCompaction } from '../../core/compaction/outcome.ts';
import type { RowOf } from '../../protocol/rows.ts';
import type { NewRow } from './row-store.ts';
import { attachmentLines, cutText, rowCaps, shownContent } from './shown-text.ts';

export function userRow(record: RecordOf<'user'>): NewRow {
  return {
    kind: 'user',
    key: record.id,
    text: shownContent(record.content, rowCaps.prompt),
    origin: record.origin ?? 'person',
    state: 'sent',
    attachments: attachmentLines(record.content),
  };
}

export function unsentRow(entry: { readonly id: string; readonly text: string }): NewRow {
  return {
    kind: 'user',
    key: entry.id,
    text: cutText(entry.text, rowCaps.prompt),
    origin: 'person',
    state: 'unsent',
    attachments: [],
  };
}

/** Undefined when there is nothing to read, as with reasoning that only its provider can decode. */
export function answerRow(record: RecordOf<'assistant' | 'reasoning'>, key: string): NewRow | undefined {
  const text = shownContent(record.content, rowCaps.answer);
  if (text.text.trim() === '') return undefined;
  return { kind: record.kind, key, text, streaming: false };
}

export function noticeRow(notice: {
  readonly key: string;
  readonly level: RowOf<'notice'>['level'];
  readonly text: string;
}): NewRow {
  return { kind: 'notice', ...notice };
}

export interface SeparatorFacts {
  readonly segment: number;
  readonly tailTurns: number;
  readonly tailTruncated: boolean;
  /** The fixed first sentence of a stored summary: it is for models. */
  readonly handOver: string;
  /** Only while the run that made it is remembered: what it could not keep in the record. */
  readonly applied: AppliedCompaction | undefined;
}

/** The one row that stands for a segment's leading summary, which is never a row itself (behaviour 15.2; design 6.8). */
export function separatorRow(summary: RecordOf<'summary'>, facts: SeparatorFacts): NewRow {
  const { applied } = facts;
  const { figures, author } = summary;
  const { model, kind } = author;
  const text = withoutHandOver(inlineText(summary.content), facts.handOver);
  return {
    kind: 'separator',
    key: `separator ${summary.id}`,
    segment: facts.segment,
    turnsKept: figures?.kept ?? facts.tailTurns,
    ...(figures === undefined ? {} : { tokens: tokensOf(figures) }),
    shortened: figures?.shortened ?? (facts.tailTruncated ? 'some' : 0),
    summary: cutText(text, rowCaps.answer),
    author: kind === 'offline' ? 'offline' : (model ?? kind),
    carried: [...(summary.carried ?? [])],
    missing: [...(applied?.summary.missingConstraints ?? [])],
    warnings: [...(applied?.warnings ?? [])],
  };
}

/** A figure after a compaction is estimated even where the one before was measured (design 13.6). */
function tokensOf(figures: CompactionFigures): NonNullable<RowOf<'separator'>['tokens']> {
  const { before, after, source } = figures;
  const isMeasured = source === 'provider-context';
  return {
    before: { tokens: before, source: isMeasured ? 'measured' : 'estimated' },
    after: { tokens: after, source: 'estimated' },
  };
}
