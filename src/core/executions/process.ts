// The port to the operating system's processes: one command in a group of its own, its output as it comes, and its end.

export interface ProcessCommand {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
}

export type ProcessEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  /** It never ran: no such shell or folder, no process left to be had. */
  | { readonly kind: 'not-started'; readonly why: string };

export interface ProcessListener {
  /**
   * Decoded text, standard output and error in the order they came, at most ten batches a second. Of a flood only the
   * beginning and the end of each batch are told: `skipped` is how many code points were dropped right before this text.
   */
  output(text: string, skipped: number): void;
  /** Exactly once, after the last output. */
  ended(end: ProcessEnd): void;
}

export interface RunningProcess {
  /** Asks the group, and what has left it, to end; `force` ends them. Does nothing once it has ended. */
  stop(how: 'ask' | 'force'): void;
}

export interface ProcessRunner {
  /**
   * Starts the command with the person's shell, without a terminal and with nothing on standard input. Never throws:
   * what goes wrong is an end. Nothing is buffered without bound. A command ends with its whole group: what it left in the
   * background of its own group is ended shortly after it; what left the group goes on, as long as the host does.
   */
  start(command: ProcessCommand, listener: ProcessListener): RunningProcess;
}
