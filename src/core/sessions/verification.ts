// What verifying a session finds (design 7).

export interface Problem {
  /** Name of the file below the session folder, with `/` between steps. */
  readonly file: string;
  /** Counted from 1, where the problem is that of a line. */
  readonly line?: number;
  /** What is wrong, as a clause without a full stop. */
  readonly problem: string;
  /** The file that holds the bytes in question, or null when there are none. */
  readonly kept: string | null;
}

export interface Verification {
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** What is not as it was once, but has been dealt with: bytes set aside, damage somebody has accepted. */
  readonly settled: readonly Problem[];
}
