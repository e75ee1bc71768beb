// Does something at most once in a while, however often it is asked for.

import { deriveAbort, isAborted, neverAborted, type DerivedAbort } from '../../base/abort.ts';
import type { Clock } from '../../base/clock.ts';

export interface PulseOptions {
  readonly everyMs: number;
  /** `now`: the first one at once. `later`: each one only after the time has passed. */
  readonly first: 'now' | 'later';
  readonly beat: () => void;
}

export class Pulse {
  private readonly clock: Clock;
  private readonly options: PulseOptions;
  private readonly life: DerivedAbort = deriveAbort(neverAborted());
  private isWaiting = false;
  private last = -Infinity;

  constructor(clock: Clock, options: PulseOptions) {
    this.clock = clock;
    this.options = options;
  }

  /** There is something to do. */
  touch(): void {
    const { everyMs, first } = this.options;
    if (this.isWaiting || isAborted(this.life.signal)) return;
    // A clock that was set back makes nobody wait longer.
    const rest = first === 'later' ? everyMs : Math.min(everyMs, this.last + everyMs - this.clock.now());
    if (rest <= 0) this.beat();
    else void this.later(rest);
  }

  /** Nothing more will be done. */
  stop(): void {
    this.life.abort('dispose');
  }

  private async later(ms: number): Promise<void> {
    this.isWaiting = true;
    await this.clock.delay(ms, this.life.signal);
    this.isWaiting = false;
    if (!isAborted(this.life.signal)) this.beat();
  }

  private beat(): void {
    this.last = this.clock.now();
    this.options.beat();
  }
}
