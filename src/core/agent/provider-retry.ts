// Which failures of a provider are asked again, and after how long.

import { assertNever } from '../../base/fail.ts';
import type { ProviderFailure } from '../provider/failures.ts';

const maximumTries = 4;

/** Seconds; a provider that names a longer wait than the longest is asked after the longest. */
const firstWait = 1;
const longestWait = 120;

/** Seconds to wait after the `tries`-th failure; undefined when asking again would not help. */
export function waitBeforeRetry(failure: ProviderFailure, tries: number): number | undefined {
  if (tries >= maximumTries || !isTransient(failure)) return undefined;
  const wait = firstWait * 2 ** (tries - 1);
  const named = failure.kind === 'rate-limit' ? (failure.retryAfterSeconds ?? 0) : 0;
  return Math.min(longestWait, Math.max(wait, named));
}

function isTransient(failure: ProviderFailure): boolean {
  switch (failure.kind) {
    case 'rate-limit':
    case 'server':
    case 'network':
    case 'cut-short':
    case 'malformed':
    case 'idle':
      return true;
    case 'unsendable':
    case 'overflow':
    case 'too-large':
    case 'auth':
    case 'not-found':
    case 'rejected':
    case 'refused':
    case 'cancelled':
      return false;
    default:
      return assertNever(failure);
  }
}
