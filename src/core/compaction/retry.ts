// How often a summary request is tried, and how long a run waits in between (behaviours 7.1, 7.2).

import type { SummaryError } from '../summary/generate.ts';

export const maximumAttempts = 3;

const delays = [1000, 2000] as const;

/**
 * Milliseconds until the next attempt, or undefined when there is none. Only a request that was sent is retried, with the
 * same bytes; what was refused locally, by its size or by the rules of its provider, is not (design 6.3).
 */
export function retryDelay(error: SummaryError, attempt: number): number | undefined {
  const wasSent = error.class === 'provider' ? error.failure.kind !== 'unsendable' : error.class !== 'size';
  if (!wasSent || attempt >= maximumAttempts) return undefined;
  return delays[attempt - 1] ?? delays[delays.length - 1];
}
