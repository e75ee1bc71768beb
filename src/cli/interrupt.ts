// Signals that ask the program to stop: the first lets the command restore what it was at, another does not wait for it.

import type { Clock } from '../base/clock.ts';

/** A terminal sends Ctrl-C to every program it runs, and npm passes its own on: this soon after, it is the same one. */
const sameMs = 500;

export class Interrupt {
  private readonly clock: Clock;
  private readonly exit: () => void;
  private readonly controller = new AbortController();
  private since: number | undefined;

  /** `exit` ends the program at once. */
  constructor(clock: Clock, exit: () => void) {
    this.clock = clock;
    this.exit = exit;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Called for every signal. */
  request(): void {
    const now = this.clock.now();
    if (this.since === undefined) {
      this.since = now;
      this.controller.abort('user');
    } else if (Math.abs(now - this.since) >= sameMs) this.exit();
  }
}
