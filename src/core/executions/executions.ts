// The port the agent loop and the hosts see of managed executions: commands that yield after a time and go on.

import type { ExecutionRender } from './render.ts';

export interface ExecutionStart {
  readonly callId: string;
  readonly owner: string;
  readonly command: string;
  readonly cwd: string;
  /** Milliseconds the caller is willing to wait before the command goes on in the background. */
  readonly yieldMs: number;
}

export type ExecutionYield =
  | { readonly kind: 'ended'; readonly render: ExecutionRender }
  /** It goes on; its end is told to the owner's mailbox. */
  | { readonly kind: 'background'; readonly render: ExecutionRender };

export interface Executions {
  /** Starts a command and waits for its end or for the time to yield. An abort stops the command: ask, then force. */
  start(start: ExecutionStart, signal: AbortSignal): Promise<ExecutionYield>;
  /** Asks the command to end and forces it after a while. Answers at once. */
  stop(executionId: string): void;
  /** Live ones, oldest first. */
  live(): readonly ExecutionRender[];
  /** What is known of the execution of a call, live data first. */
  ofCall(callId: string): ExecutionRender | undefined;
  /** The same by its own id; undefined when nothing is known of it. */
  byId(executionId: string): ExecutionRender | undefined;
  /**
   * To be called after the session is opened for writing; a second call does nothing. What ran when an earlier host went away is `lost` from now
   * on, and what ended without the model hearing of it waits in its mailbox.
   */
  resume(): Promise<void>;
  /** Notices for the model that wait for the owner's next request, oldest first. */
  readonly mailbox: Mailbox;
  /** The session closes: what still runs is ended, and lost. Resolves when no process is left. */
  dispose(): Promise<void>;
}

export interface MailboxMessage {
  /** That of the execution; the reminder that tells the message is named by it (`endReminderName`). */
  readonly id: string;
  readonly text: string;
}

export interface Mailbox {
  waiting(owner: string): readonly MailboxMessage[];
  /** The messages are in the transcript: they will not be told again. */
  delivered(ids: readonly string[]): void;
}
