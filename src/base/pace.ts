// The port that keeps long work off the host's back: loops over a whole transcript breathe between slices.

export interface Pace {
  /**
   * Gives the event loop a turn when the current slice has lasted long enough, and returns undefined at once when
   * it has not, so that a loop pays next to nothing for asking.
   */
  breathe(): Promise<void> | undefined;
}

/** Never yields. For short work and for tests. */
export const unpaced: Pace = { breathe: () => undefined };
