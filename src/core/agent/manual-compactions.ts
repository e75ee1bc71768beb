// Manual compactions that were asked for and wait: for the next gate of the running turn, or for nothing to run at all
// (design 6.14). At most one waits.

import type { CompactionOutcome } from '../compaction/outcome.ts';
import type { ManualCompaction } from './chat-session.ts';

interface Waiting {
  readonly asked: ManualCompaction;
  settle(outcome: CompactionOutcome): void;
  fail(error: unknown): void;
}

export class ManualCompactions {
  private waiting: Waiting | undefined;

  get isWaiting(): boolean {
    return this.waiting !== undefined;
  }

  /** Resolves with the run's outcome; refused while another one waits. */
  ask(asked: ManualCompaction): Promise<CompactionOutcome> {
    if (this.waiting !== undefined)
      return Promise.resolve({ outcome: 'refused', refusal: { kind: 'start', reason: 'in-progress' } });
    return new Promise((settle, fail) => {
      this.waiting = { asked, settle, fail };
    });
  }

  /** Runs the one that waits, if any, and tells who asked. */
  async runWaiting(run: (asked: ManualCompaction) => Promise<CompactionOutcome>): Promise<void> {
    const waiting = this.waiting;
    if (waiting === undefined) return;
    this.waiting = undefined;
    try {
      waiting.settle(await run(waiting.asked));
    } catch (error) {
      waiting.fail(error);
    }
  }

  /** The one that waits will not run. */
  cancel(): void {
    this.waiting?.settle({ outcome: 'cancelled' });
    this.waiting = undefined;
  }
}
