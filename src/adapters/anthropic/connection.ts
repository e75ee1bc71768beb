// The SDK's client, made for one address and key. It retries nothing, logs nothing and has no deadline of its own.

import { guardedFetch } from '../../core/provider/guarded-fetch.ts';

export interface AnthropicOptions {
  /** Without a key there is no provider: the caller checks before (design 14.9). */
  readonly apiKey: string;
  /** The `/v1` at its end may be there or not. Absent: Anthropic's own address, whatever the environment says. */
  readonly baseUrl?: string | undefined;
  /** Sent with every request, over the SDK's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The transport. Absent: the platform's `fetch`, whose own limits hold (Node's gives up after 300 s of silence). */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The deadline belongs to the caller (design 13.7), so the SDK's own is put out of the way: a day, in milliseconds. */
const noDeadline = 24 * 60 * 60 * 1000;

/** Loads the SDK. */
export async function connect(options: AnthropicOptions) {
  const [sdk, { Stream }] = await Promise.all([
    import('@anthropic-ai/sdk'),
    import('@anthropic-ai/sdk/core/streaming'),
  ]);
  const client = new sdk.Anthropic({
    apiKey: options.apiKey,
    authToken: null,
    baseURL: (options.baseUrl ?? 'https://api.anthropic.com').replace(/\/(?:v1\/?)?$/, ''),
    defaultHeaders: { ...options.headers },
    fetch: guardedFetch(options.fetch ?? globalThis.fetch),
    maxRetries: 0,
    timeout: noDeadline,
    logLevel: 'off',
    openTelemetry: false,
  });
  return { sdk, Stream, client };
}
