// The chat of one open session as hosts see it: what a person may do, and what they are told. One object per open
// session; the panel and `segue run` are two faces of the same.

import type { Result } from '../../base/result.ts';
import type { CompactionOutcome } from '../compaction/outcome.ts';
import type { RunState } from '../compaction/run-state.ts';
import type { Executions } from '../executions/executions.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import type { SessionHandle } from '../sessions/store.ts';
import type { ModelChoice } from '../sessions/session-record.ts';
import type { RunningCount } from '../tokens/running-count.ts';
import type { Activity, ChatEvent } from './events.ts';
import type { SettledTurn } from './settled-turn.ts';

export interface SubmitOptions {
  /** What to do while a turn runs: steer the running turn, or wait behind it (design 9). */
  readonly whileBusy: 'steer' | 'follow-up';
}

export type Submitted =
  /** On disk in the outbox, its turn begins. */
  | { readonly kind: 'sent' }
  /** On disk in the queue. */
  | { readonly kind: 'queued'; readonly as: 'steering' | 'follow-up' }
  /** There was nothing but blanks in it: nothing was taken. */
  | { readonly kind: 'blank' };

/** An interrupted turn found on opening: the process ended before it settled. */
export interface InterruptedTurn {
  readonly turn: number;
  /** Text that was streamed and never settled; empty when there was none. */
  readonly streamed: string;
}

export interface ManualCompaction {
  readonly guidance?: string | undefined;
  /** `none` keeps no tail: "Compact everything". */
  readonly tail: 'recent' | 'none';
}

export interface ChatSession {
  readonly session: SessionHandle;
  readonly count: RunningCount;
  readonly runs: RunState;
  readonly executions: Executions;
  activity(): Activity;
  interrupted(): InterruptedTurn | undefined;

  /** Every event from now on, in order. Returns how to stop listening. A listener that throws stops nothing. */
  listen(listener: (event: ChatEvent) => void): () => void;

  submit(text: string, options: SubmitOptions): Promise<Result<Submitted, StoreFailure>>;
  /** Sends a prompt that was left in the outbox; does nothing while something runs, or when it no longer waits. */
  sendUnsent(id: string): void;
  /** Changes or removes (`null`, or nothing but blanks) what waits in outbox or queue; false when it no longer waits. */
  edit(id: string, text: string | null): Promise<Result<boolean, StoreFailure>>;
  /** Nothing that waits is delivered before it goes on. */
  pauseQueue(): Promise<Result<undefined, StoreFailure>>;
  resumeQueue(): Promise<Result<undefined, StoreFailure>>;
  /** Ends the running turn or compaction; everything it did stays. Commands in the background go on. */
  stop(): void;
  /** Sends the last prompt of a failed, blocked or interrupted turn again, or goes on where it stopped. */
  retry(): void;
  goOn(): void;
  /** Resolves when the run has ended. While a turn runs it waits for its next gate (design 6.14). */
  compact(request: ManualCompaction): Promise<CompactionOutcome>;
  cancelCompaction(): void;
  /** A compaction that was asked for waits for the running turn's next gate. */
  compactionWaits(): boolean;
  /** The one that waits will not run; one that runs goes on. */
  cancelWaitingCompaction(): void;
  turnAutoOnAgain(): void;
  chooseModel(model: ModelChoice): Promise<Result<undefined, StoreFailure>>;
  /** To be called after the settings changed: estimates are made by those in force. */
  settingsChanged(): void;

  /** Resolves when nothing runs and nothing waits to be sent; with the last turn's end, if there was one. */
  idle(): Promise<SettledTurn | undefined>;
  /** Stops what runs, ends executions, closes the session. */
  dispose(): Promise<void>;
}
