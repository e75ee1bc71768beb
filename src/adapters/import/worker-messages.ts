// What the worker and the main thread say to each other. The main thread asks for one batch after the other, so that
// its own slices stay short; strings longer than a batch come in pieces.

import type { ImportFailure } from '../../core/import/failures.ts';
import type { ImportRequest } from '../../core/import/read-transcript.ts';
import type { ImportCounts } from '../../core/import/settle/settle.ts';
import type { ImportFormat, SourceDamage } from '../../core/import/source.ts';
import type { WholeSegment, WholeSession } from '../../core/sessions/store.ts';
import type { TranscriptRecord } from '../../core/transcript/record.ts';

export interface WorkerRequest extends ImportRequest {
  readonly path: string;
}

/** Each item adds to what the last one of its kind began: records to a segment or an agent, text to an artifact. */
export type BatchItem =
  | { readonly kind: 'session'; readonly init: WholeSession['init']; readonly counts: ImportCounts }
  | {
      readonly kind: 'segment';
      readonly createdAt: string;
      readonly finalized: WholeSegment['finalized'];
    }
  | { readonly kind: 'agent'; readonly path: string }
  | { readonly kind: 'records'; readonly records: readonly TranscriptRecord[] }
  | { readonly kind: 'artifact'; readonly name: string; readonly encoding: 'utf8' | 'base64' }
  | { readonly kind: 'text'; readonly piece: string }
  | { readonly kind: 'done'; readonly format: ImportFormat; readonly damaged: readonly SourceDamage[] };

export type FromWorker =
  | { readonly kind: 'batch'; readonly items: readonly BatchItem[] }
  | { readonly kind: 'failure'; readonly failure: ImportFailure };

/** Asks for the next batch; the first one comes unasked. */
export interface ToWorker {
  readonly kind: 'next';
}
