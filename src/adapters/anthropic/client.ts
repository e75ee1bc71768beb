// The Messages API behind the provider port, through Anthropic's own SDK: one request, no retries, no logging. What
// goes out is encode.ts, what comes back decode.ts, what goes wrong failures.ts. Callers own the key and all deadlines.

import type { Provider } from '../../core/provider/provider.ts';
import { BodyWriter } from '../../core/provider/body-writer.ts';
import { finishedBody, shownBody } from '../../core/provider/finished-body.ts';
import { declaredNames } from '../../core/provider/fitted.ts';
import { httpAnswer, jsonHeaders, type HttpExchange } from '../../core/provider/http-answer.ts';
import { secretsOf } from '../../core/provider/http-failures.ts';
import { mostNameLength } from './blocks.ts';
import { decodeAnthropicEvents, decodeAnthropicMessage } from './decode.ts';
import { encodeAnthropic } from './encode.ts';
import { anthropicFailure } from './failures.ts';

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

/** A provider named `anthropic`. The SDK is loaded with the first request, so an unused provider costs nothing. */
export function createAnthropic(options: AnthropicOptions): Provider {
  let connection: Promise<Connection> | undefined;
  const bodies = new BodyWriter();
  return {
    name: 'anthropic',
    body: (request) => shownBody(encodeAnthropic(request), request),
    stream: (request, signal) => {
      const encode = () => finishedBody(encodeAnthropic(request), request);
      const prepare = async (body: Uint8Array): Promise<HttpExchange> => {
        connection ??= connect(options);
        const { sdk, Stream, client } = await connection;
        return {
          // `messages.create` writes to the console about old models and refuses long answers in one piece.
          send: (stop) =>
            client.post('/v1/messages', { body, headers: jsonHeaders, signal: stop }).asResponse(),
          events: (answer, controller) =>
            decodeAnthropicEvents(Stream.fromSSEResponse<unknown>(answer, controller, client)),
          whole: decodeAnthropicMessage,
          failureOf: (error) => anthropicFailure(error, sdk),
          nameOf: declaredNames(request.tools, mostNameLength),
          secrets: secretsOf(options.apiKey, options.headers),
        };
      };
      return httpAnswer({ encode, bodies, prepare }, signal);
    },
  };
}

type Connection = Awaited<ReturnType<typeof connect>>;

/** The deadline belongs to the caller (design 13.7), so the SDK's own is put out of the way: a day, in milliseconds. */
const noDeadline = 24 * 60 * 60 * 1000;

async function connect(options: AnthropicOptions) {
  const [sdk, { Stream }] = await Promise.all([
    import('@anthropic-ai/sdk'),
    import('@anthropic-ai/sdk/core/streaming'),
  ]);
  const client = new sdk.Anthropic({
    apiKey: options.apiKey,
    authToken: null,
    baseURL: (options.baseUrl ?? 'https://api.anthropic.com').replace(/\/(?:v1\/?)?$/, ''),
    defaultHeaders: { ...options.headers },
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    maxRetries: 0,
    timeout: noDeadline,
    logLevel: 'off',
    openTelemetry: false,
  });
  return { sdk, Stream, client };
}
