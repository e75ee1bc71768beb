// Why a provider gave no answer. Adapters map everything that can go wrong to one of these; nothing else is thrown.

import { assertNever } from '../../base/fail.ts';

export type ProviderFailure =
  /** The request breaks a rule that is known without asking, so it was not sent. */
  | { readonly kind: 'unsendable'; readonly detail: string }
  /** The request is larger than the model's context window. */
  | { readonly kind: 'overflow'; readonly detail: string }
  /** The request has too many bytes (413). */
  | { readonly kind: 'too-large'; readonly detail: string }
  | { readonly kind: 'rate-limit'; readonly detail: string; readonly retryAfterSeconds?: number | undefined }
  /** The key is missing, wrong or not allowed to use this model (401, 403). */
  | { readonly kind: 'auth'; readonly detail: string }
  /** No such model or address (404). */
  | { readonly kind: 'not-found'; readonly detail: string }
  /** Any other 4xx answer. */
  | { readonly kind: 'rejected'; readonly status: number; readonly detail: string }
  /** The provider is in trouble or overloaded (5xx, 529). */
  | { readonly kind: 'server'; readonly status: number; readonly detail: string }
  /** No connection, or it broke. */
  | { readonly kind: 'network'; readonly detail: string }
  /** The stream ended without its closing event. */
  | { readonly kind: 'cut-short'; readonly detail: string }
  /** The answer is not what the protocol promises: HTML, broken JSON, no content field. */
  | { readonly kind: 'malformed'; readonly detail: string }
  /** The model declined. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** Nothing came for longer than the idle deadline. */
  | { readonly kind: 'idle'; readonly seconds: number }
  | { readonly kind: 'cancelled' };

/** One clause for messages, without a full stop. `detail` is the provider's own words, cut to a readable length. */
export function describeProviderFailure(failure: ProviderFailure): string {
  switch (failure.kind) {
    case 'unsendable':
      return `the request was not sent (${failure.detail})`;
    case 'overflow':
      return `the request is larger than the model's context window (${failure.detail})`;
    case 'too-large':
      return `the request has too many bytes (${failure.detail})`;
    case 'rate-limit':
      return `rate limit reached (${failure.detail})`;
    case 'auth':
      return `the API key was not accepted (${failure.detail})`;
    case 'not-found':
      return `no such model or address (${failure.detail})`;
    case 'rejected':
      return `the provider rejected the request with status ${failure.status} (${failure.detail})`;
    case 'server':
      return `the provider has a problem, status ${failure.status} (${failure.detail})`;
    case 'network':
      return `the connection failed (${failure.detail})`;
    case 'cut-short':
      return `the answer broke off (${failure.detail})`;
    case 'malformed':
      return `the answer could not be read (${failure.detail})`;
    case 'refused':
      return `the model declined (${failure.detail})`;
    case 'idle':
      return `no answer for ${failure.seconds} s`;
    case 'cancelled':
      return 'cancelled';
    default:
      return assertNever(failure);
  }
}
