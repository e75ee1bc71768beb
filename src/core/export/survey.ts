// What has to be known of a whole transcript before its first record is told: which records a later one took out of
// sight, and which results stand in a later part than their calls. Only ids are kept of it.

import type { Pace } from '../../base/pace.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { withoutDirectives } from '../transcript/turns.ts';
import { isVisible, withoutSuperseded } from '../transcript/visibility.ts';
import { OnceOnly } from './once-only.ts';
import type { TranscriptPart } from './transcript-parts.ts';

/** Why a record of a visible kind is not shown to the model. */
export type Aside = 'taken-back' | 'directive';

/** Where the result of a call stands that was still running when its segment was finalized. */
export interface LateResult {
  /** The number of the part that holds the result. */
  readonly place: number;
  readonly id: string;
}

/** What a single pass over all parts tells. */
export interface Survey {
  /** By record id. */
  readonly asides: ReadonlyMap<string, Aside>;
  /** By call id: results of calls that were still running when their segment was finalized. */
  readonly lateResults: ReadonlyMap<string, LateResult>;
}

/** Records of visible kinds that superseding or a directive leaves out of a request (design 14.15; behaviour 4.11). */
export function asidesOf(records: readonly TranscriptRecord[]): ReadonlyMap<string, Aside> {
  const asides = new Map<string, Aside>();
  const kept = withoutSuperseded(records);
  const shown = withoutDirectives(kept);
  if (shown.length === records.length) return asides;
  const inSight = new Set(shown);
  const notTakenBack = new Set(kept);
  for (const record of records) {
    if (inSight.has(record) || !isVisible(record)) continue;
    asides.set(record.id, notTakenBack.has(record) ? 'directive' : 'taken-back');
  }
  return asides;
}

/** Reads every part once. What cannot be read is left out; after an abort the survey is incomplete. */
export async function surveyTranscript(
  parts: readonly TranscriptPart[],
  pace: Pace,
  signal: AbortSignal,
): Promise<Survey> {
  const asides = new Map<string, Aside>();
  const pairing = new Pairing();
  const once = new OnceOnly();
  for (const [index, part] of parts.entries()) {
    const read = await part.read(signal);
    if (signal.aborted) break;
    if (!read.ok) continue;
    const { records } = read.value;
    // What a later segment takes back is hidden in the earlier one too, where its original stands.
    for (const [id, aside] of asidesOf(records)) asides.set(id, aside);
    pairing.part(once.fresh(records, part.number ?? index + 1), index + 1);
    const rest = pace.breathe();
    if (rest !== undefined) await rest;
  }
  return { asides, lateResults: pairing.late };
}

class Pairing {
  readonly late = new Map<string, LateResult>();
  /** Calls of earlier parts without a result so far. */
  private readonly open = new Set<string>();

  part(records: readonly TranscriptRecord[], place: number): void {
    const running = new Set<string>();
    for (const record of records) {
      if (record.kind === 'tool-call') running.add(record.callId);
      if (record.kind !== 'tool-result' || running.delete(record.callId)) continue;
      if (this.open.delete(record.callId)) this.late.set(record.callId, { place, id: record.id });
    }
    for (const callId of running) this.open.add(callId);
  }
}
