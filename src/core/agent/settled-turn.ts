// How a turn ended.

import type { CompactionOutcome } from '../compaction/outcome.ts';
import type { ProviderFailure } from '../provider/failures.ts';
import type { StoreFailure } from '../sessions/failures.ts';

export type TurnFault =
  | { readonly kind: 'provider'; readonly failure: ProviderFailure }
  /** The answer reached its limit, or the model declined. */
  | { readonly kind: 'stopped'; readonly reason: 'length' | 'refusal' }
  | { readonly kind: 'store'; readonly failure: StoreFailure }
  | { readonly kind: 'no-provider'; readonly why: string }
  /** An automatic compaction failed; the request was not sent. `switchedOff` when it was the third in a row. */
  | { readonly kind: 'compaction'; readonly outcome: CompactionOutcome; readonly switchedOff: boolean }
  /** A fault of the code itself. */
  | { readonly kind: 'fault'; readonly why: string };

export type SettledTurn =
  | { readonly outcome: 'success' }
  | { readonly outcome: 'cancelled' }
  /** Not sent: the gate blocked it; the prompt is back with the person (behaviour 3.21). */
  | { readonly outcome: 'blocked'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly fault: TurnFault };
