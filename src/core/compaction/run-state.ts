// The compaction of one open conversation: at most one run at a time, and what earlier runs left behind.

import {
  afterCommitted,
  afterGrowth,
  afterRun,
  initialAutoState,
  turnedOnAgain,
  type AutoState,
} from './auto-state.ts';
import type { RunEnd } from './outcome.ts';

type Flight = { readonly state: 'idle' } | { readonly state: 'running'; readonly run: string };

export class RunState {
  private flight: Flight = { state: 'idle' };
  private autoState: AutoState = initialAutoState;

  get inFlight(): boolean {
    return this.flight.state === 'running';
  }

  get auto(): AutoState {
    return this.autoState;
  }

  /** Takes the one place for a run; false when another run has it. Taken before any hook runs (behaviour 7.22). */
  begin(run: string): boolean {
    if (this.flight.state === 'running') return false;
    this.flight = { state: 'running', run };
    return true;
  }

  /** The run's summary was applied: the failure count starts anew, before any later hook runs. */
  committed(run: string): void {
    if (this.has(run)) this.autoState = afterCommitted(this.autoState);
  }

  /** Gives the place back and remembers how the run ended. A run that no longer has the place changes nothing. */
  settle(run: string, end: RunEnd, trigger: 'manual' | 'auto'): void {
    if (!this.has(run)) return;
    this.flight = { state: 'idle' };
    this.autoState = afterRun(this.autoState, end, trigger);
  }

  /** A new turn or a tool result was added. */
  grown(): void {
    this.autoState = afterGrowth(this.autoState);
  }

  /** The one skip warning was shown. */
  warned(): void {
    this.autoState = { ...this.autoState, warned: true };
  }

  turnOnAgain(): void {
    this.autoState = turnedOnAgain(this.autoState);
  }

  private has(run: string): boolean {
    return this.flight.state === 'running' && this.flight.run === run;
  }
}
