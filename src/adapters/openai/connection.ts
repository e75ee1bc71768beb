// The SDK's client, made for one address and key. It retries nothing, logs nothing and has no deadline of its own.

import { guardedFetch } from '../../core/provider/guarded-fetch.ts';

export interface OpenAiOptions {
  /** Without a key there is no provider: the caller checks before (design 14.9). Servers without keys take any word. */
  readonly apiKey: string;
  /** With `/v1`, or what the server has in its place. Absent: OpenAI's own address, whatever the environment says. */
  readonly baseUrl?: string | undefined;
  /** Sent with every request, over the SDK's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The transport. Absent: the platform's `fetch`, whose own limits hold (Node's gives up after 300 s of silence). */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Where OpenAI itself is. */
export const ownAddress = 'https://api.openai.com/v1';

/** The deadline belongs to the caller (design 13.7), so the SDK's own is put out of the way: a day, in milliseconds. */
const noDeadline = 24 * 60 * 60 * 1000;

/** Loads the SDK. */
export async function connect(options: OpenAiOptions) {
  const [sdk, { Stream }] = await Promise.all([import('openai'), import('openai/core/streaming')]);
  const client = new sdk.OpenAI({
    apiKey: options.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: options.baseUrl ?? ownAddress,
    defaultHeaders: { ...options.headers },
    fetch: guardedFetch(options.fetch ?? globalThis.fetch),
    maxRetries: 0,
    timeout: noDeadline,
    logLevel: 'off',
  });
  return { sdk, Stream, client };
}
