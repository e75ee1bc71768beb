// Rows as lines a person can compare: kind, what is special about it, and the beginning of what it says.

import { TranscriptRows, type TranscriptSource } from '../../../../src/host/rows/transcript-rows.ts';
import type { Row, RowOf } from '../../../../src/protocol/rows.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';

export interface ShownRecords {
  readonly rows: TranscriptRows;
  /** The records the session has now; `redraw` reads them. */
  records: readonly TranscriptRecord[];
  segment: number;
}

export function shownRecords(
  records: readonly TranscriptRecord[],
  source: Partial<Pick<TranscriptSource, 'interrupted'>> & { readonly segment?: number } = {},
): ShownRecords {
  const shown = { records, segment: source.segment ?? 1 };
  const rows = new TranscriptRows({
    segment: () => ({
      number: shown.segment,
      header: {
        kind: 'header',
        format: 1,
        session: 's',
        segment: shown.segment,
        createdAt: '2026-11-30T12:00:00.000Z',
        tailTurns: 2,
        tailTruncated: true,
      },
      records: shown.records,
    }),
    handOver: 'Another model worked before.',
    interrupted: source.interrupted,
  });
  return Object.assign(shown, { rows });
}

export function toldRows(rows: TranscriptRows): readonly string[] {
  return rows.rows.newest(1000).rows.map((row) => told(row));
}

export function rowOf<Kind extends Row['kind']>(rows: TranscriptRows, kind: Kind): RowOf<Kind> {
  const found = rows.rows.newest(1000).rows.find((row): row is RowOf<Kind> => row.kind === kind);
  if (found === undefined) throw new Error(`There is no ${kind} row`);
  return found;
}

function told(row: Row): string {
  switch (row.kind) {
    case 'user':
      return `user${row.origin === 'person' ? '' : ` (${row.origin})`}${row.state === 'unsent' ? ' unsent' : ''}: ${row.text.text}`;
    case 'assistant':
    case 'reasoning':
      return `${row.kind}${row.streaming ? ' streaming' : ''}: ${row.text.text}`;
    case 'tool':
      return `tool ${row.state}: ${row.name} ${row.label}`.trimEnd();
    case 'separator':
      return `separator: segment ${row.segment}`;
    case 'notice':
      return `${row.level}: ${row.text}`;
    case 'ended':
      return `ended ${row.outcome}: ${[row.reason, row.streamed?.text, row.actions.join(' ')].filter(Boolean).join(' | ')}`;
  }
}
