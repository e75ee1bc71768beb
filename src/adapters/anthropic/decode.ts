// Messages answers as the port's events: the raw stream, and the message in one piece as if it had been streamed.
// Blocks and events this version does not know are passed over; what it knows must have its shape.

import { assertNever } from '../../base/fail.ts';
import { parseJson } from '../../base/json.ts';
import type { ProviderEvent } from '../../core/provider/events.ts';
import { malformed, schemaFault } from '../../core/provider/malformed.ts';
import { Answer } from './answer.ts';
import { anthropicErrorBody } from './failures.ts';
import { eventSchema, isUnknownEvent, messageSchema, type RawEvent } from './wire.ts';

/** The events of a raw stream. Without `message_stop` it ends without an ending, which its reader notices. */
export async function* decodeAnthropicEvents(events: AsyncIterable<unknown>): AsyncGenerator<ProviderEvent> {
  const answer = new Answer();
  let seen = false;
  for await (const raw of events) {
    seen = true;
    if (isUnknownEvent(raw)) {
      yield { type: 'alive' };
      continue;
    }
    const parsed = eventSchema.safeParse(raw);
    if (!parsed.success) {
      yield malformed(schemaFault(parsed.error));
      return;
    }
    yield* decoded(answer, parsed.data);
    if (parsed.data.type === 'message_stop') return;
  }
  if (!seen) yield malformed('the answer has no events');
}

/** The events of a message in one piece, given as its JSON text. */
export function* decodeAnthropicMessage(text: string): Generator<ProviderEvent> {
  const value = parseJson(text);
  if (value === undefined) {
    yield malformed('the answer is not whole JSON');
    return;
  }
  const failure = anthropicErrorBody(value);
  if (failure !== undefined) {
    yield { type: 'failure', failure };
    return;
  }
  const parsed = messageSchema.safeParse(value);
  if (!parsed.success) {
    yield malformed(schemaFault(parsed.error));
    return;
  }
  const answer = new Answer();
  for (const [place, block] of parsed.data.content.entries()) {
    yield* answer.open(place, block);
    yield* answer.close(place);
  }
  answer.report(parsed.data.usage);
  answer.stopped(parsed.data.stop_reason);
  yield* answer.end();
}

function* decoded(answer: Answer, event: RawEvent): Generator<ProviderEvent> {
  switch (event.type) {
    case 'message_start':
      answer.report(event.message.usage);
      return;
    case 'content_block_start':
      yield* answer.open(event.index, event.content_block);
      return;
    case 'content_block_delta':
      yield* answer.add(event.index, event.delta);
      return;
    case 'content_block_stop':
      yield* answer.close(event.index);
      return;
    case 'message_delta':
      answer.report(event.usage);
      answer.stopped(event.delta.stop_reason);
      return;
    case 'message_stop':
      yield* answer.end();
      return;
    default:
      assertNever(event);
  }
}
