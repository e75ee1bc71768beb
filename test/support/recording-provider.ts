// Any provider, with the requests it was asked kept.

import type { ProviderEvent } from '../../src/core/provider/events.ts';
import type { Provider } from '../../src/core/provider/provider.ts';
import type { ChatRequest } from '../../src/core/provider/request.ts';

export class RecordingProvider implements Provider {
  readonly name: string;
  readonly requests: ChatRequest[] = [];
  private readonly inner: Provider;

  private readonly onRequest: (request: ChatRequest) => void;

  constructor(inner: Provider, onRequest: (request: ChatRequest) => void = () => undefined) {
    this.inner = inner;
    this.onRequest = onRequest;
    this.name = inner.name;
  }

  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent> {
    this.requests.push(request);
    this.onRequest(request);
    return this.inner.stream(request, signal);
  }

  body(request: ChatRequest): unknown {
    return this.inner.body(request);
  }
}
