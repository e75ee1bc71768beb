// Responses answers as the port's events: the stream, and the response in one piece as if it had been streamed.

import { assertNever } from '../../base/fail.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import type { ProviderEvent } from '../../core/provider/events.ts';
import { malformed, schemaFault } from '../../core/provider/malformed.ts';
import { openAiErrorObject } from './failures.ts';
import { ResponsesAnswer } from './responses-answer.ts';
import { eventSchema, isOtherEvent, responseSchema, type ResponsesEvent } from './responses-wire.ts';

/** The events of a raw stream. Without a terminal event it ends without an ending, which its reader notices. */
export async function* decodeResponsesEvents(events: AsyncIterable<unknown>): AsyncGenerator<ProviderEvent> {
  const answer = new ResponsesAnswer();
  let seen = false;
  for await (const raw of events) {
    seen = true;
    if (isOtherEvent(raw)) {
      yield { type: 'alive' };
      continue;
    }
    const parsed = eventSchema.safeParse(raw);
    if (!parsed.success) {
      yield malformed(schemaFault(parsed.error));
      return;
    }
    yield* decoded(answer, parsed.data);
  }
  if (!seen) yield malformed('the answer has no events');
}

/** The events of a response in one piece, given as its JSON text. */
export function* decodeResponse(text: string): Generator<ProviderEvent> {
  const value = parseJson(text);
  if (value === undefined) {
    yield malformed('the answer is not whole JSON');
    return;
  }
  const parsed = responseSchema.safeParse(value);
  if (parsed.success) {
    yield* new ResponsesAnswer().end(parsed.data);
    return;
  }
  const failure = isJsonObject(value) ? openAiErrorObject(value['error']) : undefined;
  yield failure === undefined ? malformed(schemaFault(parsed.error)) : { type: 'failure', failure };
}

function* decoded(answer: ResponsesAnswer, event: ResponsesEvent): Generator<ProviderEvent> {
  switch (event.type) {
    case 'response.output_text.delta':
      yield* answer.text(event, event.delta);
      return;
    case 'response.refusal.delta':
      yield* answer.refusal(event, event.delta);
      return;
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      yield* answer.thought(event, event.delta);
      return;
    case 'response.reasoning_summary_part.added':
      if (event.summary_index > 0) yield* answer.thought(event, '\n\n');
      return;
    case 'response.output_item.done':
      yield* answer.item(event.output_index, event.item);
      return;
    case 'response.completed':
    case 'response.incomplete':
      yield* answer.end(event.response);
      return;
    case 'response.failed':
      yield answer.failed(event.response.error);
      return;
    case 'error':
      // The SDK passes it on like any other event.
      yield answer.failed(event);
      return;
    default:
      assertNever(event);
  }
}
