// OpenAI's two APIs, and the servers compatible with them, behind the provider port, through OpenAI's own SDK: one
// request, no retries, no logging. Callers own the key and all deadlines.

import type { Ids } from '../../base/ids.ts';
import { madeOnce } from '../../base/made-once.ts';
import { BodyWriter } from '../../core/provider/body-writer.ts';
import { finishedBody, shownBody } from '../../core/provider/finished-body.ts';
import { declaredNames } from '../../core/provider/fitted.ts';
import { httpAnswer, jsonHeaders, type HttpExchange } from '../../core/provider/http-answer.ts';
import { secretsOf } from '../../core/provider/http-failures.ts';
import type { Provider } from '../../core/provider/provider.ts';
import { connect, ownAddress, type OpenAiOptions } from './connection.ts';
import { decodeChatChunks, decodeCompletion } from './decode-chat.ts';
import { decodeResponse, decodeResponsesEvents } from './decode-responses.ts';
import { watchDoneLine } from './done-line.ts';
import { encodeChat } from './encode-chat.ts';
import { encodeResponses } from './encode-responses.ts';
import { openAiFailure } from './failures.ts';
import { chatLimitField, mostNameLength } from './models.ts';

export interface OpenAiChatOptions extends OpenAiOptions {
  /** Gives an id to calls whose server gave none. */
  readonly ids: Ids;
}

/** A provider named `openai`, over the Responses API. The SDK is loaded with the first request. */
export function createOpenAi(options: OpenAiOptions): Provider {
  const connected = madeOnce(() => connect(options));
  const bodies = new BodyWriter();
  return {
    name: 'openai',
    body: (request) => shownBody(encodeResponses(request), request),
    stream: (request, signal) => {
      const encode = () => finishedBody(encodeResponses(request), request);
      const prepare = async (body: Uint8Array): Promise<HttpExchange> => {
        const { sdk, Stream, client } = await connected();
        return {
          send: (stop) =>
            client.post('/responses', { body, headers: jsonHeaders, signal: stop }).asResponse(),
          events: (answer, controller) =>
            decodeResponsesEvents(Stream.fromSSEResponse<unknown>(answer, controller, client)),
          whole: decodeResponse,
          failureOf: (error) => openAiFailure(error, sdk),
          nameOf: declaredNames(request.tools, mostNameLength),
          secrets: secretsOf(options.apiKey, options.headers),
        };
      };
      return httpAnswer({ encode, bodies, prepare }, signal);
    },
  };
}

/** A provider named `openai-chat`, over Chat Completions: what most compatible servers speak. */
export function createOpenAiChat(options: OpenAiChatOptions): Provider {
  const { ids } = options;
  const connected = madeOnce(() => connect(options));
  const bodies = new BodyWriter();
  const limitField = chatLimitField(options.baseUrl ?? ownAddress);
  return {
    name: 'openai-chat',
    body: (request) => shownBody(encodeChat(request, limitField), request),
    stream: (request, signal) => {
      const encode = () => finishedBody(encodeChat(request, limitField), request);
      const prepare = async (body: Uint8Array): Promise<HttpExchange> => {
        const { sdk, Stream, client } = await connected();
        return {
          send: (stop) =>
            client.post('/chat/completions', { body, headers: jsonHeaders, signal: stop }).asResponse(),
          events: (given, controller) => {
            const { answer, saidDone } = watchDoneLine(given);
            const chunks = Stream.fromSSEResponse<unknown>(answer, controller, client);
            return decodeChatChunks(chunks, { ids, saidDone });
          },
          whole: (text) => decodeCompletion(text, ids),
          failureOf: (error) => openAiFailure(error, sdk),
          nameOf: declaredNames(request.tools, mostNameLength),
          secrets: secretsOf(options.apiKey, options.headers),
        };
      };
      return httpAnswer({ encode, bodies, prepare }, signal);
    },
  };
}
