// What `segue run` tells while it works: for programs one JSON object a line, for people the answer and a line for what
// happens beside it.

import type { ChatEvent } from '../core/agent/events.ts';

export interface RunEnd {
  readonly outcome: 'success' | 'failed' | 'cancelled' | 'blocked';
  readonly reason?: string | undefined;
  /** The session's folder. */
  readonly session: string;
  /** Number of the active segment. */
  readonly segment: number;
  /** Requests of the conversation itself, tries included; those of summaries are not counted. */
  readonly requests: number;
}

export interface RunTeller {
  hear(event: ChatEvent): void;
  /** Something to know that ends nothing. */
  note(text: string): void;
  ended(end: RunEnd): void;
}
