// Chat Completions answers as the port's events: the stream, and the completion in one piece as if it had been streamed.

import type { Ids } from '../../base/ids.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import type { ProviderEvent } from '../../core/provider/events.ts';
import { malformed, schemaFault } from '../../core/provider/malformed.ts';
import { ChatAnswer } from './chat-answer.ts';
import { chunkSchema, completionSchema } from './chat-wire.ts';
import { openAiErrorObject } from './failures.ts';
import { chatUsage } from './usage.ts';

export interface ChatStreamOptions {
  readonly ids: Ids;
  /** Whether the stream, now at its end, closed with the line `[DONE]`, which the SDK does not pass on. */
  readonly saidDone: () => boolean;
}

/**
 * The events of a raw stream. It is whole when the server gave a finish reason or closed with `[DONE]`; what breaks after
 * a finish reason no longer matters. Otherwise it ends without an ending, which its reader notices.
 */
export async function* decodeChatChunks(
  chunks: AsyncIterable<unknown>,
  options: ChatStreamOptions,
): AsyncGenerator<ProviderEvent> {
  const answer = new ChatAnswer(options.ids);
  let seen = false;
  try {
    for await (const raw of chunks) {
      seen = true;
      const parsed = chunkSchema.safeParse(raw);
      if (!parsed.success) {
        yield malformed(schemaFault(parsed.error));
        return;
      }
      const choice = parsed.data.choices?.[0];
      if (choice?.delta !== undefined && choice.delta !== null) yield* answer.add(choice.delta);
      answer.finished(choice?.finish_reason);
      answer.report(chatUsage(parsed.data.usage));
      if (answer.isComplete) break;
    }
  } catch (error) {
    if (!answer.isFinished) throw error;
  }
  if (answer.isFinished || (seen && options.saidDone())) yield* answer.end();
  else if (!seen) yield malformed('the answer has no events');
}

/** The events of a completion in one piece, given as its JSON text. */
export function* decodeCompletion(text: string, ids: Ids): Generator<ProviderEvent> {
  const value = parseJson(text);
  if (value === undefined) {
    yield malformed('the answer is not whole JSON');
    return;
  }
  const failure = isJsonObject(value) ? openAiErrorObject(value['error']) : undefined;
  if (failure !== undefined) {
    yield { type: 'failure', failure };
    return;
  }
  const parsed = completionSchema.safeParse(value);
  const choice = parsed.data?.choices[0];
  if (choice === undefined) {
    yield malformed(parsed.success ? 'the answer has no choice' : schemaFault(parsed.error));
    return;
  }
  const answer = new ChatAnswer(ids);
  yield* answer.add(choice.message);
  answer.finished(choice.finish_reason);
  answer.report(chatUsage(parsed.data?.usage));
  yield* answer.end();
}
