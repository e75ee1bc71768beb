// One request over HTTP and the way its answer is read, the same for every service: streamed or in one piece, whatever
// was asked for. The SDK's part and the wire format's part come from the adapter.

import { reasonOf } from '../../base/fail.ts';
import type { Result } from '../../base/result.ts';
import { answerBody, AnswerTooLong, bodyText } from './answer-body.ts';
import { answerStream } from './answer-stream.ts';
import type { BodyWriter } from './body-writer.ts';
import type { ProviderEvent } from './events.ts';
import type { ProviderFailure } from './failures.ts';
import { readableDetail } from './http-failures.ts';
import { malformed } from './malformed.ts';
import { wholeEvents } from './whole-events.ts';

export interface HttpExchange {
  /** Sends the request and resolves with a success answer, whose body nobody has read. */
  send(signal: AbortSignal): Promise<Response>;
  /** Decodes server-sent events; aborting the controller is how the SDK's reader lets go of the connection. */
  events(answer: Response, controller: AbortController): AsyncIterable<ProviderEvent>;
  /** Decodes an answer in one piece. */
  whole(text: string): Iterable<ProviderEvent>;
  /** What was thrown by any of these, in the words of whoever threw it. */
  failureOf(error: unknown): ProviderFailure;
  /** The declared name of the tool a model calls by its name on the wire. */
  nameOf(wireName: string): string;
  /** Never shown, also when the service repeats it (design 12). */
  readonly secrets: readonly string[];
}

export interface HttpQuestion {
  /** The body, or what is wrong with it: then nothing is sent (behaviour 6.20). */
  encode(): Result<object, string>;
  /** Of all requests of a provider, so that what two of them share is written once. */
  readonly bodies: BodyWriter;
  /** Runs once the answer is read, so that an SDK is loaded no sooner. Where it fails nothing was sent. */
  prepare(body: Uint8Array): Promise<HttpExchange>;
}

/** What the bytes of a body are. An SDK that gets bytes does not say so by itself. */
export const jsonHeaders = { 'content-type': 'application/json' } as const;

/** The answer as the port promises it. */
export function httpAnswer(question: HttpQuestion, signal: AbortSignal): AsyncIterable<ProviderEvent> {
  return answerStream((beat, own) => exchange(question, beat, own), signal);
}

async function* exchange(
  question: HttpQuestion,
  beat: () => void,
  signal: AbortSignal,
): AsyncGenerator<ProviderEvent> {
  const body = question.encode();
  if (!body.ok) {
    yield { type: 'failure', failure: { kind: 'unsendable', detail: body.error } };
    return;
  }
  const written = question.bodies.write(body.value);
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
    written.release();
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  let way: HttpExchange | undefined;
  try {
    way = await question.prepare(written.bytes);
    for await (const event of received(way, beat, controller)) {
      if (event.type === 'failure') yield shown(event.failure, way.secrets);
      else yield event.type === 'tool-call' ? { ...event, name: way.nameOf(event.name) } : event;
    }
  } catch (error) {
    if (way === undefined) yield shown(notPrepared(error), []);
    else yield shown(error instanceof AnswerTooLong ? tooLong(error) : way.failureOf(error), way.secrets);
  } finally {
    signal.removeEventListener('abort', stop);
    // Whatever is left of the body is not wanted any more.
    stop();
  }
}

async function* received(
  way: HttpExchange,
  beat: () => void,
  controller: AbortController,
): AsyncGenerator<ProviderEvent> {
  const answer = await way.send(controller.signal);
  beat();
  const body = await answerBody(answer.body, beat);
  if (body.kind === 'json') yield* way.whole(await bodyText(body));
  else if (body.kind === 'events') {
    yield* way.events(new Response(wholeEvents(body.stream), { headers: answer.headers }), controller);
  } else yield malformed(body.kind === 'empty' ? 'the answer is empty' : await bodyText(body));
}

/** Nothing has been sent, and no service has said anything. */
function notPrepared(error: unknown): ProviderFailure {
  const detail = `what speaks to the provider could not be loaded: ${reasonOf(error)}`;
  return { kind: 'unsendable', detail };
}

function tooLong({ message: detail }: AnswerTooLong): ProviderFailure {
  return { kind: 'malformed', detail };
}

/** Failures come with the words of the service as they are; here they become fit to be shown. */
function shown(failure: ProviderFailure, secrets: readonly string[]): ProviderEvent {
  if (!('detail' in failure)) return { type: 'failure', failure };
  return { type: 'failure', failure: { ...failure, detail: readableDetail(failure.detail, secrets) } };
}
