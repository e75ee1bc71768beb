// What comes back from a provider, one event at a time. A stream ends with exactly one `stop` or `failure`.

import type { Json } from '../../base/json.ts';
import type { ProviderFailure } from './failures.ts';

/** Tokens as reported for one request, normalised so that `input + cacheRead + cacheWrite` is the whole prompt. */
export interface TokenUsage {
  /** Prompt tokens that were not read from or written to a cache. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  /** Exactly what the provider sent. */
  readonly raw: Json;
}

export type StopReason = 'end' | 'tool-use' | 'length' | 'refusal';

export type ProviderEvent =
  | { readonly type: 'text'; readonly text: string }
  /** Any sign of life that carries no content: headers, pings, a part opened. Feeds the idle deadline. */
  | { readonly type: 'alive' }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A finished thought with what the provider wants back. */
  | { readonly type: 'reasoning-done'; readonly text: string; readonly providerData: Json }
  | {
      readonly type: 'tool-call';
      readonly callId: string;
      readonly name: string;
      /** The arguments as the model wrote them; they may not be JSON. */
      readonly input: string;
      readonly providerData?: Json | undefined;
    }
  | { readonly type: 'usage'; readonly usage: TokenUsage }
  | { readonly type: 'stop'; readonly reason: StopReason }
  | { readonly type: 'failure'; readonly failure: ProviderFailure };
