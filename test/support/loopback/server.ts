// A server on the loopback address that speaks the wire formats of all three services with scripted answers, judges
// every request by the strict rules of its service, and keeps what it received.

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkAnthropic } from '../strict/check-anthropic.ts';
import { checkOpenAiChat } from '../strict/check-openai-chat.ts';
import { checkOpenAiResponses } from '../strict/check-openai-responses.ts';
import type { Answer, ReplyAnswer } from './answers.ts';
import { deliver } from './delivery.ts';
import { Gates } from './gates.ts';
import { refusal, violated, type HttpRefusal } from './refusals.ts';
import { wireOfPath, wires, type WireName } from './wire.ts';

export interface ReceivedRequest {
  readonly wire: WireName;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Rules of the service that the body breaks. It was answered with 400 when there are any. */
  readonly violations: readonly string[];
  /** How the exchange ended: all was sent, or the client closed its connection before. */
  readonly ended: Promise<'answered' | 'left'>;
}

export interface Visit {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly sent: string;
}

export type Question = Pick<ReceivedRequest, 'wire' | 'body'>;

export interface Loopback {
  readonly port: number;
  /** What to give a client of this wire as its base URL. */
  baseUrl(wire: WireName): string;
  /** Scripts the next answers, one a request; the last one is given again to whoever asks more. */
  answers(...answers: readonly Answer[]): void;
  /** Answers every request whose body has this text in one way, whatever else is scripted. */
  answersTo(words: string, answer: Answer): void;
  /** Answers every request that nothing else is scripted for as it is chosen, request by request. */
  answersBy(choose: (question: Question) => Answer): void;
  /** Answers a path that belongs to no wire, such as a list of models; every other is 404. */
  page(path: string, answer: Answer): void;
  /** Paths that belong to no wire, as they were asked for, with what was sent there. */
  readonly visits: readonly Visit[];
  /** What was received so far; the server lets go of it. */
  take(): readonly ReceivedRequest[];
  /** Opens a gate, for all answers that wait at it and those that come to it later. */
  open(gate: string): void;
  readonly requests: readonly ReceivedRequest[];
  /** The request of this place, counted from 0, once it has come. */
  request(place: number): Promise<ReceivedRequest>;
  /** Drops all connections. */
  close(): Promise<void>;
}

const checks: Readonly<Record<WireName, (body: unknown) => string[]>> = {
  anthropic: checkAnthropic,
  openai: checkOpenAiResponses,
  'openai-chat': checkOpenAiChat,
};

export async function startLoopback(): Promise<Loopback> {
  const script: Answer[] = [];
  const rules: { readonly words: string; readonly answer: Answer }[] = [];
  const requests: ReceivedRequest[] = [];
  const pages = new Map<string, Answer>();
  const visits: Visit[] = [];
  let choice: ((question: Question) => Answer) | undefined;
  const gates = new Gates();
  const arrivals = new Gates();

  const receive = async (message: IncomingMessage, to: ServerResponse): Promise<void> => {
    const wire = wireOfPath(message.url ?? '');
    const sent = await textOf(message);
    const body = parsed(sent);
    if (wire === undefined) {
      const [path = ''] = (message.url ?? '').split('?');
      visits.push({ path, headers: message.headers, sent });
      const page = pages.get(path);
      if (page !== undefined) {
        await give(to, page, { wire: 'openai-chat', streamed: false, gate: (name) => gates.pass(name) });
        return;
      }
      refuse(to, { status: 404, headers: {}, body: { error: `no such path: ${message.url ?? ''}` } });
      return;
    }
    const violations = checks[wire](body);
    const ended = new Promise<'answered' | 'left'>((resolve) => {
      to.once('close', () => resolve(to.writableFinished ? 'answered' : 'left'));
    });
    const rule = rules.find(({ words }) => sent.includes(JSON.stringify(words).slice(1, -1)));
    const scripted = rule?.answer ?? (script.length > 1 ? script.shift() : script[0]);
    const answer = scripted ?? choice?.({ wire, body });
    requests.push({ wire, headers: message.headers, body, violations, ended });
    arrivals.open(String(requests.length - 1));
    if (violations.length > 0) refuse(to, violated(violations, wire));
    else if (answer === undefined)
      refuse(to, { status: 500, headers: {}, body: { error: 'no answer is scripted' } });
    else await give(to, answer, { wire, streamed: isStreamed(body), gate: (name) => gates.pass(name) });
  };

  const server = createServer((message, to) => {
    receive(message, to).catch((error: unknown) => to.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: (wire) => `http://127.0.0.1:${port}${wire === 'anthropic' ? '' : '/v1'}`,
    answers: (...answers) => {
      script.length = 0;
      script.push(...answers);
    },
    answersTo: (words, answer) => {
      rules.unshift({ words, answer });
    },
    answersBy: (choose) => {
      choice = choose;
    },
    page: (path, answer) => {
      pages.set(path, answer);
    },
    visits,
    take: () => requests.splice(0),
    open: (gate) => gates.open(gate),
    requests,
    request: async (place) => {
      await arrivals.pass(String(place));
      return requests[place]!;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Exchange {
  readonly wire: WireName;
  readonly streamed: boolean;
  readonly gate: (name: string) => Promise<void>;
}

async function give(to: ServerResponse, answer: Answer, exchange: Exchange): Promise<void> {
  switch (answer.kind) {
    case 'silence':
      return;
    case 'refusal':
      refuse(to, refusal(answer.refusal, exchange.wire));
      return;
    case 'raw':
      to.writeHead(answer.status, { 'content-type': answer.contentType, ...answer.headers });
      to.flushHeaders();
      await deliver(to, [answer.body], answer.delivery, exchange.gate);
      return;
    case 'reply': {
      const streams = answer.form === 'as-asked' ? exchange.streamed : answer.form === 'stream';
      const contentType = answer.contentType ?? (streams ? 'text/event-stream' : 'application/json');
      to.writeHead(200, { 'content-type': contentType });
      to.flushHeaders();
      await deliver(to, framesOf(answer, exchange.wire, streams), answer.delivery, exchange.gate);
    }
  }
}

function framesOf(answer: ReplyAnswer, name: WireName, streams: boolean): readonly string[] {
  const wire = wires[name];
  const { frames, terminalAt, whole } = wire.render(answer.reply);
  if (!streams) return [JSON.stringify(whole)];
  const [head, ending] = [frames.slice(0, terminalAt), frames.slice(terminalAt)];
  switch (answer.change) {
    case null:
      return frames;
    case 'without-terminal':
      return head;
    case 'done-line-only':
      return [...head, ...ending.slice(-1)];
    case 'with-unknown':
      return [...head.slice(0, 1), ...wire.unknownFrames, ...head.slice(1), ...wire.unknownFrames, ...ending];
    case 'terminal-twice':
      return [...frames, ...ending];
    case 'overloaded':
      return [...head.slice(0, -1), wire.overloadedFrame];
  }
}

function refuse(to: ServerResponse, { status, headers, body }: HttpRefusal): void {
  to.writeHead(status, { 'content-type': 'application/json', ...headers });
  to.end(JSON.stringify(body));
}

async function textOf(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

/** The body, or its text when it is no JSON, which every check refuses. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function isStreamed(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'stream' in body && body.stream === true;
}
