// Keeps what is being streamed at most two seconds behind on disk, so that a crash loses no more (design 4.1).

import { deriveAbort, neverAborted } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';
import type { SessionHandle } from '../sessions/store.ts';

/** Milliseconds from the first piece that is not kept to the write that keeps it. */
const keepAfterMs = 1500;

export class StreamKeeper {
  private readonly session: SessionHandle;
  private readonly clock: Clock;
  private text = '';
  private timer: ReturnType<typeof deriveAbort> | undefined;
  /** The session holds something of this answer or of an earlier one. */
  private isKept: boolean;

  constructor(session: SessionHandle, clock: Clock) {
    this.session = session;
    this.clock = clock;
    this.isKept = session.streamed !== null;
  }

  /** One more piece of the answer to a request. */
  add(text: string, of: { readonly turn: number; readonly requestId: string }): void {
    this.text += text;
    if (this.timer !== undefined) return;
    const timer = deriveAbort(neverAborted());
    this.timer = timer;
    void this.clock.delay(keepAfterMs, timer.signal).then(async () => {
      if (timer.signal.aborted) return;
      this.timer = undefined;
      this.isKept = true;
      // Not kept is no loss yet: the next piece tries again, and the answer itself is appended when it is complete.
      await this.session.write.keepStreamed({ ...of, text: this.text }, timer.signal);
    });
  }

  /** The answer is a record now, or was dropped: nothing of it is kept any longer. */
  async end(): Promise<void> {
    this.leave();
    if (!this.isKept) return;
    this.isKept = false;
    // What stays behind is recognised on opening by the request it belongs to.
    await this.session.write.keepStreamed(null, neverAborted());
  }

  /** The answer could not be recorded: what is on disk of it stays there, for the next opening. */
  leave(): void {
    this.timer?.abort('superseded');
    this.timer = undefined;
    this.text = '';
  }
}
