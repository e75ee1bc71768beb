// What a run is doing, for whoever shows it. Reported, never read back.

import { reasonOf } from '../../base/fail.ts';

export type CompactionPhase =
  | { readonly phase: 'preparing' }
  | { readonly phase: 'summarizing'; readonly attempt: number; readonly attempts: number }
  /** An attempt failed; the next begins after `ms`. */
  | { readonly phase: 'waiting'; readonly ms: number; readonly reason: string }
  | { readonly phase: 'applying' }
  /** The new segment is in place and its hooks have run. */
  | { readonly phase: 'completed' }
  /** Once in a conversation, after its first successful root compaction (behaviour 7.21). */
  | { readonly phase: 'accuracy-notice' };

export type PhaseReport = (phase: CompactionPhase) => void;

/** Tells a view that may fail: what it throws becomes a warning and stops nothing (behaviour 7.17). */
export function reportTo(view: PhaseReport, warnings: string[]): PhaseReport {
  return (phase) => {
    try {
      view(phase);
    } catch (error) {
      warnings.push(`Phase ${phase.phase} could not be shown: ${reasonOf(error)}`);
    }
  };
}
