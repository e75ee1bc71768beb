// Which records `show` is about: those of one segment, or every record once over all of them.

import { err, ok, type Result } from '../base/result.ts';
import { OnceOnly } from '../core/export/once-only.ts';
import { asidesOf, surveyTranscript, type Aside } from '../core/export/survey.ts';
import { rootParts } from '../core/export/transcript-parts.ts';
import type { StoreFailure } from '../core/sessions/failures.ts';
import { recordsToCut } from '../core/sessions/segment-file.ts';
import type { SessionHandle } from '../core/sessions/store.ts';
import type { TranscriptRecord } from '../core/transcript/record.ts';
import { isVisible } from '../core/transcript/visibility.ts';
import type { Pace } from '../base/pace.ts';
import { cancelled, failure, quote, usageFailure, type CliFailure } from './failure.ts';
import { storeFailureText } from './texts.ts';

/** The active segment, all of them, or one by its number. */
export type AskedSegment = 'active' | 'all' | number;

/** What is shown of one segment. */
export interface ShownSegment {
  readonly number: number;
  readonly records: readonly TranscriptRecord[];
  readonly asides: ReadonlyMap<string, Aside>;
  /** Numbers of lines that cannot be read, counted from 1. */
  readonly damagedLines: readonly number[];
}

/** A segment of all that cannot be read. */
export interface UnreadSegment {
  readonly number: number;
  readonly failure: StoreFailure;
}

/** What `--segment` says. Whether there is such a segment only the session knows. */
export function askedSegment(given: string | undefined): Result<AskedSegment, CliFailure> {
  if (given === undefined) return ok('active');
  if (given === 'all') return ok('all');
  if (/^-?\d{1,9}$/.test(given)) return ok(Number(given));
  return err(usageFailure(`--segment is ${quote(given)}, allowed is the number of a segment, or all`));
}

/** The records of one segment; those of a finalized one end at its cut (design 4.2). */
export async function oneSegment(
  session: SessionHandle,
  asked: 'active' | number,
  signal: AbortSignal,
): Promise<Result<ShownSegment, CliFailure>> {
  const active = session.active();
  if (asked === 'active' || asked === active.number) {
    const { number, records, damage } = active;
    return ok(
      shown(
        number,
        records,
        damage.map(({ line }) => line),
      ),
    );
  }
  if (asked < 1 || asked > active.number) {
    const there = active.number === 1 ? 'its only segment is 1' : `it has the segments 1 to ${active.number}`;
    return err(failure(`there is no segment ${asked} in ${session.path}; ${there}`));
  }
  const read = await session.segment(asked, signal);
  if (!read.ok)
    return err(read.error.kind === 'cancelled' ? cancelled : failure(unreadText(session, asked, read.error)));
  return ok(
    shown(
      asked,
      recordsToCut(read.value),
      read.value.damage.map(({ line }) => line),
    ),
  );
}

/** Every record once, a segment at a time. Ends early when the signal aborts. */
export async function* allSegments(
  session: SessionHandle,
  pace: Pace,
  signal: AbortSignal,
): AsyncGenerator<ShownSegment | UnreadSegment> {
  const parts = rootParts(session);
  const { asides } = await surveyTranscript(parts, pace, signal);
  const once = new OnceOnly();
  for (const [index, part] of parts.entries()) {
    const number = index + 1;
    const read = await part.read(signal);
    if (signal.aborted) return;
    if (!read.ok) yield { number, failure: read.error };
    else {
      const { records, damagedLines } = read.value;
      yield { number, records: once.fresh(records, number), asides, damagedLines };
    }
  }
}

/** Only what the model would see, in order (design 7, 14.15). */
export function visibleOnly(segment: ShownSegment): ShownSegment {
  const { asides } = segment;
  return {
    ...segment,
    records: segment.records.filter((record) => isVisible(record) && !asides.has(record.id)),
  };
}

/** What happened to a segment, why, and what to do. */
export function unreadText(session: SessionHandle, number: number, reason: StoreFailure): string {
  return `segment ${number} cannot be read: ${storeFailureText(reason)}; segue verify ${session.path} says what else is wrong`;
}

function shown(
  number: number,
  records: readonly TranscriptRecord[],
  damagedLines: readonly number[],
): ShownSegment {
  return { number, records, asides: asidesOf(records), damagedLines };
}
