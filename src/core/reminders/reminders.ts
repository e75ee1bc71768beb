// Reminders that wait for the model: staged, put into a request as its last step, and only then counted as told.

export interface Reminder {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** The id its record is to get, where it has one already. */
  readonly recordId?: string | undefined;
}

/**
 * Staged reminders of one conversation. A request takes what is staged when it is about to be sent, after any
 * compaction; what it could not send stays staged (seed, Request flow; behaviour 3.11).
 */
export interface Reminders {
  stage(reminder: Omit<Reminder, 'id'>): void;
  /** Removes staged ones of that name: they belonged to a request that is over. */
  drop(name: string): void;
  staged(): readonly Reminder[];
  /** They are records of the transcript now. */
  delivered(ids: readonly string[]): void;
}
