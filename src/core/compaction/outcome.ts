// How a run ended. A run returns exactly one of these and calls nobody back.

import type { StoreFailure } from '../sessions/failures.ts';
import type { EstimateSource } from '../tokens/estimate.ts';
import type { ProviderFailure } from '../provider/failures.ts';
import type { ModelReference } from '../models/policy.ts';
import type { StartRefusal } from './eligibility.ts';

export type Refusal =
  | { readonly kind: 'start'; readonly reason: StartRefusal }
  | { readonly kind: 'too-little-content' }
  /** No key, or no such model (design 14.9). */
  | { readonly kind: 'no-provider'; readonly provider: string; readonly why: string };

export type RunFailure =
  | { readonly class: 'size'; readonly estimate: number; readonly usable: number }
  /** What cannot be summarised reaches the threshold by itself (design 13.2). */
  | { readonly class: 'irreducible'; readonly tokens: number; readonly threshold: number }
  | { readonly class: 'validation'; readonly message: string; readonly attempts: number }
  | {
      readonly class: 'provider';
      readonly message: string;
      readonly failure: ProviderFailure;
      readonly attempts: number;
    }
  | { readonly class: 'apply'; readonly failure: StoreFailure };

export interface AppliedCompaction {
  readonly segment: { readonly from: number; readonly to: number };
  /** Transcript figures, not those of a request (seed, Token estimate). `source` is that of `before`; `after` is estimated. */
  readonly tokens: { readonly before: number; readonly after: number; readonly source: EstimateSource };
  readonly turns: { readonly total: number; readonly kept: number };
  readonly shortenedOutputs: number;
  readonly summary: {
    readonly author: ModelReference;
    readonly attempts: number;
    readonly characters: number;
    readonly carried: readonly string[];
    /** Rules of the person that may be missing: listed, never added by the host. */
    readonly missingConstraints: readonly string[];
    readonly tightened: boolean;
    readonly maskedSecrets: number;
  };
  /** What went wrong after the commit point; none of it undoes the compaction. */
  readonly warnings: readonly string[];
}

export type CompactionOutcome = { readonly outcome: 'refused'; readonly refusal: Refusal } | EndedRun;

/** How a run ended that was let begin. */
export type EndedRun =
  | { readonly outcome: 'applied'; readonly applied: AppliedCompaction }
  /** No body to summarise, and the target is not under pressure: the request goes as it is. */
  | { readonly outcome: 'skipped' }
  | { readonly outcome: 'blocked'; readonly by: 'hook' | 'history'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly failure: RunFailure }
  | { readonly outcome: 'cancelled' };

/** What is remembered of a run: how it ended, or that it threw, which is a fault of the code. */
export type RunEnd = CompactionOutcome | { readonly outcome: 'threw' };
