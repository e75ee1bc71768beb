// A scripted provider behind a real SDK: each request is sent to a loopback server in the wire format of a service, judged
// by its strict rules, and answered with what its script says, step by step.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderEvent } from '../../src/core/provider/events.ts';
import type { ProviderFailure } from '../../src/core/provider/failures.ts';
import type { Provider } from '../../src/core/provider/provider.ts';
import { isJsonObject, parseJson } from '../../src/base/json.ts';
import { checkAnthropic } from './strict/check-anthropic.ts';
import { checkOpenAiChat } from './strict/check-openai-chat.ts';
import { checkOpenAiResponses } from './strict/check-openai-responses.ts';
import { clientOf } from './loopback/clients.ts';
import { refusal, violated, type HttpRefusal, type RefusalName } from './loopback/refusals.ts';
import { reply, type Reply, type ReplyPart } from './loopback/reply.ts';
import { wires, type WireName } from './loopback/wire.ts';
import type { Script, ScriptStep } from './scripted-provider.ts';

const checks = {
  anthropic: checkAnthropic,
  openai: checkOpenAiResponses,
  'openai-chat': checkOpenAiChat,
} as const;

export class WiredProvider {
  /** Rules of the service that were broken, by any request. */
  readonly violations: string[] = [];
  private readonly wire: WireName;
  private readonly scripts: readonly Script[];
  private readonly server: Server;
  private asked = 0;
  /** How many answers are being read. */
  private reading = 0;
  /** Those that bring nothing before the test lets them. */
  private readonly still = new Set<ServerResponse>();

  private constructor(wire: WireName, scripts: readonly Script[]) {
    this.wire = wire;
    this.scripts = scripts;
    this.server = createServer((message, to) => {
      this.receive(message, to).catch((error: unknown) =>
        to.destroy(error instanceof Error ? error : undefined),
      );
    });
  }

  static async start(wire: WireName, scripts: readonly Script[]): Promise<WiredProvider> {
    const wired = new WiredProvider(wire, scripts);
    await new Promise<void>((resolve) => wired.server.listen(0, '127.0.0.1', resolve));
    return wired;
  }

  /** What the program talks to. */
  provider(): Provider {
    const { port } = this.server.address() as AddressInfo;
    const baseUrl = (wire: WireName): string =>
      `http://127.0.0.1:${port}${wire === 'anthropic' ? '' : '/v1'}`;
    const client = clientOf(this.wire, { baseUrl });
    return { ...client, stream: (request, signal) => this.read(client.stream(request, signal)) };
  }

  /** Something may still come by itself. */
  get isMoving(): boolean {
    return this.reading > this.still.size;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private async *read(events: AsyncIterable<ProviderEvent>): AsyncGenerator<ProviderEvent> {
    this.reading++;
    try {
      yield* events;
    } finally {
      this.reading--;
    }
  }

  private async receive(message: IncomingMessage, to: ServerResponse): Promise<void> {
    const violations = checks[this.wire](parseJson(await textOf(message)));
    this.violations.push(...violations);
    const script = this.scripts[this.asked++];
    if (violations.length > 0) refuse(to, violated(violations, this.wire));
    else if (script === undefined) refuse(to, refusal('rejected', this.wire));
    else await this.play(script, to);
  }

  private async play(script: Script, to: ServerResponse): Promise<void> {
    const events: ProviderEvent[] = [];
    for (const step of script) {
      if (step.type === 'run') await step.run();
      else if (step.type === 'wait') {
        this.write(events, to);
        await this.standsStill(step, to);
      } else if (step.type === 'failure') {
        this.fail(step.failure, events, to);
        return;
      } else events.push(step);
    }
    this.write(events, to);
    to.end();
  }

  /** Nothing comes before the test lets it. */
  private async standsStill(step: Extract<ScriptStep, { type: 'wait' }>, to: ServerResponse): Promise<void> {
    const move = (): boolean => this.still.delete(to);
    this.still.add(to);
    to.once('close', move);
    await step.until;
    move();
  }

  private fail(failure: ProviderFailure, events: readonly ProviderEvent[], to: ServerResponse): void {
    const name = refusals[failure.kind];
    if (name !== undefined && !to.headersSent && events.length === 0) {
      refuse(to, refusal(name, this.wire));
      return;
    }
    this.write(events, to);
    // Written first, then gone: what had come is read before the line breaks.
    setImmediate(() => to.destroy());
  }

  /** What came so far: without an end, unless the script has come to it. */
  private write(events: readonly ProviderEvent[], to: ServerResponse): void {
    const isWhole = events.some(({ type }) => type === 'stop');
    const frames = framesOf(this.wire, events);
    const withMore = framesOf(this.wire, [...events, somethingMore]);
    const most = isWhole ? frames.length : frames.findIndex((frame, place) => frame !== withMore[place]);
    if (!to.headersSent) to.writeHead(200, { 'content-type': 'text/event-stream' });
    const sent = sentFrames.get(to) ?? 0;
    for (const frame of frames.slice(sent, most)) to.write(frame);
    sentFrames.set(to, Math.max(sent, most));
  }
}

/** Where frames begin to differ when it follows, the end of an answer begins. */
const somethingMore: ProviderEvent = { type: 'tool-call', callId: 'more', name: 'more', input: '{}' };

const sentFrames = new WeakMap<ServerResponse, number>();

const refusals: Partial<Record<ProviderFailure['kind'], RefusalName>> = {
  auth: 'unauthorized',
  'rate-limit': 'rate-limit',
  server: 'server',
  overflow: 'overflow',
  rejected: 'rejected',
};

function framesOf(wire: WireName, events: readonly ProviderEvent[]): readonly string[] {
  return wires[wire].render(replyOf(events)).frames;
}

/** Pieces of one text are one part; a thought has a seal whether the script says so or not. */
function replyOf(events: readonly ProviderEvent[]): Reply {
  const parts: ReplyPart[] = [];
  let over: Partial<Omit<Reply, 'parts'>> = { usage: null };
  for (const event of events) {
    const last = parts.at(-1);
    if (event.type === 'text' && last?.kind === 'text')
      parts.splice(-1, 1, { kind: 'text', text: last.text + event.text });
    else if (event.type === 'text') parts.push({ kind: 'text', text: event.text });
    else if (event.type === 'reasoning' || event.type === 'reasoning-done')
      parts.push({ kind: 'reasoning', text: event.text, seal: 'c2VhbGVk' });
    else if (event.type === 'tool-call') parts.push(callOf(event));
    else if (event.type === 'usage') over = { ...over, usage: usageOf(event.usage) };
    else if (event.type === 'stop') over = { ...over, stop: event.reason };
  }
  return reply(parts, over);
}

function callOf({
  callId: id,
  name,
  input: written,
}: Extract<ProviderEvent, { type: 'tool-call' }>): ReplyPart {
  const input = parseJson(written);
  return isJsonObject(input)
    ? { kind: 'call', id, name, input }
    : { kind: 'call', id, name, input: {}, written };
}

function usageOf({ input, cacheRead, cacheWrite, output }: NonNullable<Reply['usage']>): Reply['usage'] {
  return { input, cacheRead, cacheWrite, output };
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
