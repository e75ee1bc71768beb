// What a session tells, for comparing one with what became of its export: texts, calls and results, whatever records they
// stand in.

import type { WholeSession } from '../../../../src/core/sessions/store.ts';
import type { TranscriptRecord } from '../../../../src/core/transcript/record.ts';
import { withoutDirectives } from '../../../../src/core/transcript/turns.ts';
import { withoutSuperseded } from '../../../../src/core/transcript/visibility.ts';
import { resultsOf, withoutResults, type Happening } from '../../../support/transcripts/happenings.ts';
import { rootRecords, steeringTexts, tellRecords } from '../../../support/transcripts/imported-happenings.ts';

/** Happenings of a session, results by themselves. */
export interface ToldSession {
  readonly said: readonly Happening[];
  /** In the order of the calls. */
  readonly results: readonly Happening[];
  readonly steering: readonly string[];
  readonly agents: readonly { readonly said: readonly Happening[]; readonly results: readonly Happening[] }[];
}

/** Records that are out of the model's sight are left out. A result that closed a lost call counts like any other. */
export function told(session: WholeSession): ToldSession {
  const root = inSight(rootRecords(session));
  return {
    ...happenings(root, session),
    steering: steeringTexts(root),
    agents: [...session.agents.values()].map((records) => happenings(inSight(records), session)),
  };
}

/** What chat messages can hold of it: words and images of one conversation, calls, and texts of results. */
export function toldToChat(
  session: WholeSession,
  note: (image: string) => string,
): Omit<ToldSession, 'agents' | 'steering'> & { readonly images: readonly string[] } {
  const records = inSight(rootRecords(session)).map((record): TranscriptRecord =>
    record.kind === 'user' ? { ...record, origin: 'person' } : record,
  );
  const { said, results } = happenings(records, session);
  const images = tellRecords(records, session.artifacts).flatMap((happening) => {
    if (happening.kind === 'image') return [happening.base64];
    return happening.kind === 'result' ? happening.images : [];
  });
  return {
    said: said.flatMap((happening): Happening[] => {
      if (happening.kind === 'call') {
        const { input } = happening;
        const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
        return [isObject ? happening : { ...happening, input: { input } }];
      }
      const isHeld = happening.kind === 'user' || happening.kind === 'assistant';
      return isHeld && happening.text.trim() !== '' ? [happening] : [];
    }),
    results: results.flatMap((happening) => {
      if (happening.kind !== 'result') return [];
      const notes = happening.images.map(note);
      return [
        {
          ...happening,
          images: [],
          text: [happening.text, ...notes].filter((text) => text.trim() !== '').join('\n'),
        },
      ];
    }),
    images,
  };
}

function happenings(records: readonly TranscriptRecord[], session: WholeSession) {
  const whole = tellRecords(records.map(asGiven), session.artifacts);
  return { said: withoutResults(whole), results: resultsOf(whole) };
}

function asGiven(record: TranscriptRecord): TranscriptRecord {
  return record.kind === 'tool-result' ? { ...record, synthetic: false } : record;
}

function inSight(records: readonly TranscriptRecord[]): readonly TranscriptRecord[] {
  return withoutDirectives(withoutSuperseded(records));
}
