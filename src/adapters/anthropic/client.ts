// The Messages API behind the provider port, through Anthropic's own SDK: one request, no retries, no logging. What
// goes out is encode.ts, what comes back decode.ts, what goes wrong failures.ts. Callers own the key and all deadlines.

import { madeOnce } from '../../base/made-once.ts';
import type { Provider } from '../../core/provider/provider.ts';
import { BodyWriter } from '../../core/provider/body-writer.ts';
import { finishedBody, shownBody } from '../../core/provider/finished-body.ts';
import { declaredNames } from '../../core/provider/fitted.ts';
import { httpAnswer, jsonHeaders, type HttpExchange } from '../../core/provider/http-answer.ts';
import { secretsOf } from '../../core/provider/http-failures.ts';
import { mostNameLength } from './blocks.ts';
import { connect, type AnthropicOptions } from './connection.ts';
import { decodeAnthropicEvents, decodeAnthropicMessage } from './decode.ts';
import { encodeAnthropic } from './encode.ts';
import { anthropicFailure } from './failures.ts';

/** A provider named `anthropic`. The SDK is loaded with the first request, so an unused provider costs nothing. */
export function createAnthropic(options: AnthropicOptions): Provider {
  const connected = madeOnce(() => connect(options));
  const bodies = new BodyWriter();
  return {
    name: 'anthropic',
    body: (request) => shownBody(encodeAnthropic(request), request),
    stream: (request, signal) => {
      const encode = () => finishedBody(encodeAnthropic(request), request);
      const prepare = async (body: Uint8Array): Promise<HttpExchange> => {
        const { sdk, Stream, client } = await connected();
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
