// What automatic compaction remembers of a conversation while it is open: failures in a row, the switch, the one
// warning, and whether anything came since the last commit. Never stored.

import type { RunEnd } from './outcome.ts';

const failuresToSwitchOff = 3;

export interface AutoState {
  readonly failuresInARow: number;
  readonly switchedOff: boolean;
  /** The skip warning was given; both gates share it (behaviour 1.11). */
  readonly warned: boolean;
  /** Nothing was added since the last commit: a second automatic run must not start (design 13.2). */
  readonly untouchedSinceCommit: boolean;
}

export const initialAutoState: AutoState = {
  failuresInARow: 0,
  switchedOff: false,
  warned: false,
  untouchedSinceCommit: false,
};

/** The state right after a commit: the count starts anew, the switch stays as it is (design 6.16; behaviour 7.17). */
export function afterCommitted(state: AutoState): AutoState {
  return { ...state, failuresInARow: 0, untouchedSinceCommit: true };
}

/**
 * The state after a run. Only a failure other than `size` and `irreducible` counts, a run that threw included; the third
 * in a row switches off, when the run was automatic (design 6.15; behaviours 7.9, 7.10).
 */
export function afterRun(state: AutoState, end: RunEnd, trigger: 'manual' | 'auto'): AutoState {
  if (!countsAsFailure(end)) return state;
  const failuresInARow = state.failuresInARow + 1;
  const off = trigger === 'auto' && failuresInARow >= failuresToSwitchOff;
  return { ...state, failuresInARow, switchedOff: state.switchedOff || off };
}

/** A new turn or a tool result was added. */
export function afterGrowth(state: AutoState): AutoState {
  return state.untouchedSinceCommit ? { ...state, untouchedSinceCommit: false } : state;
}

/** The person pressed "Turn on again". */
export function turnedOnAgain(state: AutoState): AutoState {
  return { ...state, switchedOff: false, failuresInARow: 0 };
}

function countsAsFailure(end: RunEnd): boolean {
  if (end.outcome !== 'failed') return end.outcome === 'threw';
  return end.failure.class !== 'size' && end.failure.class !== 'irreducible';
}
