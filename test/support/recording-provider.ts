// Any provider, with the requests it was asked kept.

import type { ProviderEvent } from '../../src/core/provider/events.ts';
import type { Provider } from '../../src/core/provider/provider.ts';
import type { ChatRequest } from '../../src/core/provider/request.ts';

export class RecordingProvider implements Provider {
  readonly name: string;
  readonly requests: ChatRequest[] = [];
  private readonly inner: Provider;

  constructor(inner: Provider) {
    this.inner = inner;
    this.name = inner.name;
  }

  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent> {
    this.requests.push(request);
    return this.inner.stream(request, signal);
  }

  body(request: ChatRequest): unknown {
    return this.inner.body(request);
  }
}
