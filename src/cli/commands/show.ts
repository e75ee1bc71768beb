// `segue show`: the records of a segment, or of all of them, for people or as JSON. Printed piece by piece, since a
// session may be long.

import { err, ok, type Result } from '../../base/result.ts';
import type { SessionHandle } from '../../core/sessions/store.ts';
import { recordValue } from '../../core/transcript/record.ts';
import { turnSpans } from '../../core/transcript/turns.ts';
import { printableLine } from '../../core/export/printable.ts';
import type { ParsedCommand } from '../arguments.ts';
import type { CommandOutput } from '../command.ts';
import type { Tools } from '../compose.ts';
import { counted } from '../../base/counted.ts';
import { cancelled, type CliFailure } from '../failure.ts';
import { gathered } from '../gathered.ts';
import type { CliHost } from '../host.ts';
import { readSession } from '../read-session.ts';
import { recordLines } from '../show-text.ts';
import {
  allSegments,
  askedSegment,
  oneSegment,
  unreadText,
  visibleOnly,
  type AskedSegment,
  type ShownSegment,
  type UnreadSegment,
} from '../shown-segments.ts';

/** `--json` is `{segment, records}` (design 7); a segment of all that cannot be read ends it with 1. */
export async function showCommand(
  command: ParsedCommand,
  host: CliHost,
  tools: Tools,
): Promise<Result<CommandOutput, CliFailure>> {
  const asked = askedSegment(command.text('segment'));
  if (!asked.ok) return asked;
  const opened = await readSession(command, host, tools);
  if (!opened.ok) return opened;
  const segments = await segmentsToShow(opened.value, asked.value, { tools, signal: host.signal });
  if (!segments.ok) return segments;
  const printer = new Printer(opened.value, asked.value);
  const shown = command.has('visible') ? visible(segments.value) : segments.value;
  const pieces = command.has('json') ? printer.json(shown) : printer.text(shown);
  for await (const piece of gathered(pieces)) {
    host.out(piece);
    const rest = tools.pace.breathe();
    if (rest !== undefined) await rest;
  }
  if (host.signal.aborted) return err(cancelled);
  const { unread } = printer;
  return ok({ json: null, text: '', raw: '', exit: unread === undefined ? 0 : 1, error: unread });
}

type Segments = AsyncIterable<ShownSegment | UnreadSegment> | Iterable<ShownSegment | UnreadSegment>;

async function segmentsToShow(
  session: SessionHandle,
  asked: AskedSegment,
  how: { readonly tools: Tools; readonly signal: AbortSignal },
): Promise<Result<Segments, CliFailure>> {
  if (asked === 'all') return ok(allSegments(session, how.tools.pace, how.signal));
  const one = await oneSegment(session, asked, how.signal);
  return one.ok ? ok([one.value]) : one;
}

async function* visible(segments: Segments): AsyncGenerator<ShownSegment | UnreadSegment> {
  for await (const segment of segments) yield 'records' in segment ? visibleOnly(segment) : segment;
}

class Printer {
  /** What could not be read, once all pieces were taken. */
  unread: string | undefined;
  private readonly session: SessionHandle;
  private readonly asked: AskedSegment;

  constructor(session: SessionHandle, asked: AskedSegment) {
    this.session = session;
    this.asked = asked;
  }

  /** `{segment, records}`, the value of `--json`. */
  async *json(segments: Segments): AsyncGenerator<string> {
    const segment = this.asked === 'active' ? this.session.active().number : this.asked;
    let separator = '';
    yield `{"segment":${JSON.stringify(segment)},"records":[`;
    for await (const shown of segments) {
      if (!('records' in shown)) {
        this.missed(shown);
        continue;
      }
      for (const record of shown.records) {
        yield separator + JSON.stringify(recordValue(record));
        separator = ',';
      }
    }
    yield ']}\n';
  }

  async *text(segments: Segments): AsyncGenerator<string> {
    const { path } = this.session;
    const { name } = this.session.session();
    yield `${printableLine(name)}\n${printableLine(path)}\n`;
    let cut = false;
    for await (const shown of segments) {
      if (!('records' in shown)) {
        yield `\nSegment ${shown.number}: ${this.missed(shown)}\n`;
        continue;
      }
      yield this.heading(shown);
      const text = recordLines(shown.records, shown.asides);
      yield* text.lines;
      cut ||= text.cut();
    }
    if (!cut) return;
    const all = this.asked === 'active' ? '' : ` --segment ${this.asked}`;
    yield `\nWhat is cut (…) is whole in: segue show ${printableLine(path)}${all} --json\n`;
  }

  private heading({ number, records, damagedLines }: ShownSegment): string {
    const last = this.session.active().number;
    const state = number === last ? 'active' : 'finalized';
    const turns = turnSpans(records, 0, records.length).length;
    const counts = `${counted(turns, 'turn')}, ${counted(records.length, 'record')}`;
    const damage =
      damagedLines.length === 0
        ? ''
        : `damaged lines, not shown: ${damagedLines.join(', ')}; segue verify says more\n`;
    return `\nSegment ${number} of ${last} (${state}) · ${counts}\n${damage}`;
  }

  private missed({ number, failure: reason }: UnreadSegment): string {
    const text = unreadText(this.session, number, reason);
    this.unread ??= text;
    return printableLine(text);
  }
}
