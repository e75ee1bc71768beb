// The port for time. The core never reads a clock of its own, so tests run on a virtual one.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Resolves after `ms`. Resolves early, without throwing, when the signal aborts: the caller looks at the
   * signal and decides.
   */
  delay(ms: number, signal: AbortSignal): Promise<void>;
}

/** `2026-11-30T15:32:55.000Z`: how every record and sidecar writes a time. */
export function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
