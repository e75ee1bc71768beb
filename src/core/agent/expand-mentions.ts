// The port through which what a text refers to is found; mentions.ts stands behind it.

import type { Reminder } from '../reminders/reminders.ts';

export interface Mentioned extends Omit<Reminder, 'id'> {
  /** Absolute path of the file whose content it tells; undefined when none is told. */
  readonly path?: string | undefined;
}

/** What a text of the person refers to, such as `@src/main.ts`: told to the model right before it. Empty when nothing. */
export type ExpandMentions = (prompt: string, signal: AbortSignal) => Promise<readonly Mentioned[]>;
