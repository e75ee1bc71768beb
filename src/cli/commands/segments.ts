// `segue segments`: the segments of a session, oldest first.

import { err, ok, type Result } from '../../base/result.ts';
import { segmentName } from '../../core/sessions/names.ts';
import { recordsToCut, type ParsedSegment } from '../../core/sessions/segment-file.ts';
import type { SessionHandle } from '../../core/sessions/store.ts';
import { turnSpans } from '../../core/transcript/turns.ts';
import type { ParsedCommand } from '../arguments.ts';
import type { CommandOutput } from '../command.ts';
import type { Tools } from '../compose.ts';
import { counted } from '../../base/counted.ts';
import { asOneLine, cancelled, type CliFailure } from '../failure.ts';
import type { CliHost } from '../host.ts';
import { readSession } from '../read-session.ts';

interface SegmentRow {
  readonly number: number;
  readonly file: string;
  readonly status: 'active' | 'finalized' | 'missing' | 'unreadable';
  readonly records: number;
  readonly turns: number;
  readonly createdAt: string | null;
  readonly finalizedAt?: string | undefined;
}

export async function segmentsCommand(
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
): Promise<Result<CommandOutput, CliFailure>> {
  const opened = await readSession(command, host, tools);
  if (!opened.ok) return opened;
  const rows: SegmentRow[] = [];
  for (let number = 1; number <= opened.value.active().number; number++) {
    const row = await segmentRow(opened.value, number, host.signal);
    if (!row.ok) return row;
    rows.push(row.value);
  }
  return ok({ json: rows, text: rows.map(rowText).join('\n'), exit: 0 });
}

function rowText({ number, status, turns, records, createdAt, finalizedAt }: SegmentRow): string {
  const head = `${String(number).padStart(3)}  ${status.padEnd(10)}`;
  if (createdAt === null) return `${head}  segue verify says more`;
  const until = finalizedAt === undefined ? '' : ` to ${minute(finalizedAt)}`;
  const counts = `${counted(turns, 'turn').padStart(9)}, ${counted(records, 'record').padStart(12)}`;
  return `${head} ${counts}  ${minute(createdAt)}${until} (UTC)`;
}

function minute(time: string): string {
  return asOneLine(time.slice(0, 16).replace('T', ' '));
}

/** A segment that cannot be read is listed as such: the others are still there (behaviour 13.1). */
async function segmentRow(
  session: SessionHandle,
  number: number,
  signal: AbortSignal,
): Promise<Result<SegmentRow, CliFailure>> {
  const file = segmentName(number);
  const read = await session.segment(number, signal);
  if (read.ok) return ok(rowOf(read.value, number, file));
  if (read.error.kind === 'cancelled') return err(cancelled);
  const status = read.error.kind === 'not-found' ? 'missing' : 'unreadable';
  return ok({ number, file, status, records: 0, turns: 0, createdAt: null });
}

function rowOf(segment: ParsedSegment, number: number, file: string): SegmentRow {
  const records = recordsToCut(segment);
  return {
    number,
    file,
    status: segment.finalized === null ? 'active' : 'finalized',
    records: records.length,
    turns: turnSpans(records, 0, records.length).length,
    createdAt: segment.header?.createdAt ?? null,
    ...(segment.finalized === null ? {} : { finalizedAt: segment.finalized.at }),
  };
}
