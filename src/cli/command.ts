// What a command hands back: one value for machines, one text for people, and the exit status.

export interface CommandOutput {
  readonly json: unknown;
  readonly text: string;
  readonly exit: 0 | 1 | 130;
  /** Lines for standard error about what was done; none of them is an error. */
  readonly notes?: readonly string[] | undefined;
  /** One line for standard error: what, why, what to do. */
  readonly error?: string | undefined;
  /** Printed as it is, with or without --json: bodies and exports. */
  readonly raw?: string | undefined;
}
