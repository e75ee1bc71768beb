// The time between the end of an answer and the next request, less that of the tool in between.

import { mean, median, percentile } from './stopwatch.ts';
import type { Numbers } from './measurement.ts';

export class StepTimes {
  private readonly synced: () => number;
  private readonly skipped: number;
  /** Milliseconds of each step, and how many of them were syncs. */
  private readonly steps: { readonly ms: number; readonly syncs: number }[] = [];
  private began: { readonly at: number; readonly synced: number } | undefined;
  private toolBegan_ = 0;
  private tool = 0;

  /** `synced` tells the milliseconds spent in syncs so far; the first steps are left out of the figures. */
  constructor(synced: () => number, skipped: number) {
    this.synced = synced;
    this.skipped = skipped;
  }

  answered(): void {
    this.began = { at: performance.now(), synced: this.synced() };
    this.tool = 0;
  }

  toolBegan(): void {
    this.toolBegan_ = performance.now();
  }

  toolEnded(): void {
    this.tool = performance.now() - this.toolBegan_;
  }

  /** The next request is on the wire. */
  requested(): void {
    if (this.began === undefined) return;
    const { at, synced } = this.began;
    this.steps.push({ ms: performance.now() - at - this.tool, syncs: this.synced() - synced });
    this.began = undefined;
  }

  figures(): Numbers {
    const counted = this.steps.slice(this.skipped);
    const whole = counted.map(({ ms }) => ms);
    const own = counted.map(({ ms, syncs }) => ms - syncs);
    return {
      steps: counted.length,
      ...{ mean: mean(own), median: median(own), p95: percentile(own, 95) },
      ...{ wholeMean: mean(whole), wholeMedian: median(whole), wholeP95: percentile(whole, 95) },
    };
  }
}
