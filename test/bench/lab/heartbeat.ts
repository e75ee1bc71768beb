// How long the event loop was held up: the longest time between two turns of it. A beat is asked for with every turn, so
// the figure is exact to the length of an idle turn, some microseconds; what it includes besides the work is garbage
// collection, and whatever else the machine did meanwhile.

export class Heartbeat {
  private beating = true;
  private last = performance.now();
  private longest = 0;

  constructor() {
    setImmediate(() => this.beat());
  }

  /** Ends the measurement: the longest slice in milliseconds. */
  stop(): number {
    this.note();
    this.beating = false;
    return this.longest;
  }

  private beat(): void {
    if (!this.beating) return;
    this.note();
    setImmediate(() => this.beat());
  }

  private note(): void {
    const now = performance.now();
    this.longest = Math.max(this.longest, now - this.last);
    this.last = now;
  }
}
