// A clock that moves only when told, so that waits take no time and tests are exact.

import type { Clock } from '../../src/base/clock.ts';

interface Waiter {
  readonly due: number;
  readonly finish: () => void;
}

export class VirtualClock implements Clock {
  private time: number;
  private waiters: Waiter[] = [];
  /** Every delay asked for, in milliseconds and in order. */
  readonly delays: number[] = [];

  constructor(start = Date.UTC(2026, 10, 30, 12, 0, 0)) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  delay(ms: number, signal: AbortSignal): Promise<void> {
    this.delays.push(ms);
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter: Waiter = {
        due: this.time + ms,
        finish: () => {
          signal.removeEventListener('abort', waiter.finish);
          this.waiters = this.waiters.filter((other) => other !== waiter);
          resolve();
        },
      };
      signal.addEventListener('abort', waiter.finish, { once: true });
      this.waiters.push(waiter);
    });
  }

  /** Moves time on and lets everything due happen, in order of its due time. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await settle();
      const next = this.waiters.filter((waiter) => waiter.due <= end).sort((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      this.time = next.due;
      next.finish();
    }
    this.time = end;
    await settle();
  }

  /** How many waits are pending. */
  get waiting(): number {
    return this.waiters.length;
  }
}

/** A clock on which every delay is over at once; time jumps by its length. */
export function hurriedClock(start?: number): VirtualClock {
  const clock = new VirtualClock(start);
  const delay = clock.delay.bind(clock);
  clock.delay = (ms, signal) => {
    const waited = delay(ms, signal);
    void clock.advance(ms);
    return waited;
  };
  return clock;
}

/** Lets every promise that can settle without time passing do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
