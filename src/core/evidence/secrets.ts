// The port that masks keys and tokens. Finding one never fails a run; segments and artifacts are never masked
// (design 12).

export interface Masked {
  readonly text: string;
  /** How many secrets were masked. */
  readonly count: number;
}

export interface SecretMasker {
  /**
   * The text with its secrets replaced, never longer than it was. Never rejects. When the signal aborts the answer is
   * empty and means nothing: ask the signal before using it.
   */
  mask(text: string, signal: AbortSignal): Promise<Masked>;
}

/** Masks nothing: for tests that are about something else. */
export const noMasking: SecretMasker = { mask: (text) => Promise.resolve({ text, count: 0 }) };
