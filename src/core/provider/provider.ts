// The provider port: one request in, a stream of events out. Streamed and one-shot answers look the same.

import type { ChatRequest } from './request.ts';
import type { ProviderEvent } from './events.ts';

export interface Provider {
  /** `anthropic`, `openai`, `openai-chat`, `offline`: the tag its `provider` data carries in records. */
  readonly name: string;
  /**
   * Sends the request once, without retries. The iterable always ends with one `stop` or one `failure` and never
   * throws; after an abort it ends with the failure `cancelled`. Leaving the loop early releases the connection.
   */
  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>;
  /** The exact body that would be sent, for people who want to see it. */
  body(request: ChatRequest): unknown;
}
