// Everything a service or a connection can do wrong, and what a reader is told. Each failure takes one request: nothing
// is tried again behind the runner's back (design 8).

import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ProviderFailure } from '../../src/core/provider/failures.ts';
import { collected, endingsIn, failureIn, textIn } from '../support/collected-answer.ts';
import { paused, refuses, says, saysParts, sends, type Answer } from '../support/loopback/answers.ts';
import { clientOf, loopbackKey, question } from '../support/loopback/clients.ts';
import type { RefusalName } from '../support/loopback/refusals.ts';
import { reasoning, reply } from '../support/loopback/reply.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { wireNames, type WireName } from '../support/loopback/wire.ts';

type Kind = ProviderFailure['kind'];

const refusals: Readonly<Record<RefusalName, Kind>> = {
  overflow: 'overflow',
  'too-large': 'too-large',
  'rate-limit': 'rate-limit',
  unauthorized: 'auth',
  forbidden: 'auth',
  'not-found': 'not-found',
  rejected: 'rejected',
  server: 'server',
  overloaded: 'server',
};

const page = '<!doctype html><html><head><title>Bad gateway</title></head><body><h1>502</h1></body></html>';

interface Case {
  readonly title: string;
  readonly answer: Answer;
  readonly kind: Kind;
  /** Whether the answer was asked for as a stream; absent: both ways. */
  readonly stream?: boolean;
}

const cases: readonly Case[] = [
  { title: 'a page with status 200', answer: sends(page), kind: 'malformed' },
  { title: 'a page with status 502', answer: sends(page, { status: 502 }), kind: 'server' },
  { title: 'an empty body', answer: sends('', { contentType: 'application/json' }), kind: 'malformed' },
  { title: 'an empty stream', answer: sends('', { contentType: 'text/event-stream' }), kind: 'malformed' },
  {
    title: 'plain text',
    answer: sends('upstream went away', { contentType: 'text/plain' }),
    kind: 'malformed',
  },
  { title: 'JSON that breaks off', answer: sends('{"id": "x", "content": [{', json()), kind: 'malformed' },
  { title: 'JSON of another shape', answer: sends('{"hello": "world"}', json()), kind: 'malformed' },
  { title: 'JSON that is a list', answer: sends('[1, 2]', json()), kind: 'malformed' },
  { title: 'a stream of broken JSON', answer: sends(frame('{"broken": ')), kind: 'malformed', stream: true },
  { title: 'a stream of numbers', answer: sends(frame('17')), kind: 'malformed', stream: true },
  {
    title: 'an answer that stops without its ending',
    answer: says('so far', { change: 'without-terminal' }),
    kind: 'cut-short',
    stream: true,
  },
  {
    title: 'a stream that ends in the middle',
    answer: says('so far, and no further', { delivery: paused(4, 'end') }),
    kind: 'cut-short',
    stream: true,
  },
  {
    title: 'a connection that breaks in the middle of a stream',
    answer: says('so far, and no further', { delivery: paused(4, 'close') }),
    kind: 'network',
    stream: true,
  },
  {
    title: 'a connection that breaks in the middle of an answer in one piece',
    answer: says('so far, and no further', { delivery: paused(20, 'close') }),
    kind: 'network',
    stream: false,
  },
  {
    title: 'a service that is overloaded in the middle',
    answer: says('so far', { change: 'overloaded' }),
    kind: 'server',
    stream: true,
  },
];

for (const wire of wireNames) describeFailures(wire);

function describeFailures(wire: WireName): void {
  describe(`what can go wrong: ${wire}`, () => {
    let server: Loopback;
    const ask = (stream: boolean) => collected(clientOf(wire, server).stream(question({ stream }), never()));

    beforeEach(async () => {
      server = await startLoopback();
    });

    afterEach(() => server.close());

    for (const [name, kind] of Object.entries(refusals) as [RefusalName, Kind][]) {
      it(`tells ${kind} when the service refuses with ${name}, after one request`, async () => {
        server.answers(refuses(name));
        for (const stream of [true, false]) {
          assert.equal(failureIn(await ask(stream))?.kind, kind);
        }
        assert.equal(server.requests.length, 2);
      });
    }

    for (const { title, answer, kind, stream } of cases) {
      it(`tells ${kind} of ${title}, once, after one request`, async () => {
        server.answers(answer);
        const ways = stream === undefined ? [true, false] : [stream];
        for (const way of ways) {
          const events = await ask(way);
          assert.deepEqual(endingsIn(events), events.slice(-1));
          assert.equal(failureIn(events)?.kind, kind);
        }
        assert.equal(server.requests.length, ways.length);
      });
    }

    it('keeps what came before a stream broke', async () => {
      server.answers(says('so far, and no further', { change: 'without-terminal' }));
      assert.equal(textIn(await ask(true)), 'so far, and no further');
    });

    it('says how long to wait where the service says it', async () => {
      server.answers(refuses('rate-limit'));
      const failure = failureIn(await ask(true));
      assert.equal(failure?.kind === 'rate-limit' && failure.retryAfterSeconds, 7);
    });

    it('gives the status of a service in trouble, and its own words', async () => {
      server.answers(refuses('overloaded'));
      const events = await ask(true);
      assert.deepEqual(failureIn(events), { kind: 'server', status: 529, detail: 'Overloaded' });
      server.answers(sends(page, { status: 502 }));
      assert.deepEqual(failureIn(await ask(false)), {
        kind: 'server',
        status: 502,
        detail: 'Bad gateway 502',
      });
    });

    it('does not show the key when the service repeats it', async () => {
      server.answers(sends(`{"error": {"message": "no: ${loopbackKey}"}}`, { ...json(), status: 401 }));
      const failure = failureIn(await ask(true));
      assert.equal(failure?.kind === 'auth' && failure.detail, 'no: …');
    });

    it('takes an error in the body of a success for what it is', async () => {
      server.answers(sends('{"error": {"message": "slow down", "type": "rate_limit_error"}}', json()));
      for (const stream of [true, false]) assert.equal(failureIn(await ask(stream))?.kind, 'rate-limit');
    });

    it('takes an empty answer and one of thoughts only as they are: whole, and without text', async () => {
      for (const answer of [says(reply([])), saysParts(reasoning('Hm.'))]) {
        server.answers(answer);
        for (const stream of [true, false]) {
          const events = await ask(stream);
          assert.equal(textIn(events), '');
          assert.deepEqual(events.at(-1), { type: 'stop', reason: 'end' });
        }
      }
    });

    it('tells malformed of an answer that never ends, and stops it', async () => {
      const line = new TextEncoder().encode(`: ${'.'.repeat(1_000_000)}\n\n`);
      let isStopped = false;
      const flood = () =>
        Promise.resolve(
          new Response(
            new ReadableStream({
              pull: (to) => to.enqueue(line),
              cancel: () => {
                isStopped = true;
              },
            }),
          ),
        );
      const events = await collected(clientOf(wire, server, { fetch: flood }).stream(question(), never()));
      assert.deepEqual(failureIn(events), { kind: 'malformed', detail: 'the answer has more than 64 MB' });
      assert.equal(isStopped, true);
    });

    it('tells network when nobody listens', async () => {
      const nobody = await freePort();
      const client = clientOf(wire, { baseUrl: () => `http://127.0.0.1:${nobody}` });
      const failure = failureIn(await collected(client.stream(question(), never())));
      assert.equal(failure?.kind, 'network');
      assert.equal(failure.detail.match(/ECONNREFUSED/g)?.length, 1);
    });

    it('tells network when the connection is closed without a word', async () => {
      const rude = createServer((socket: Socket) => socket.destroy());
      await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
      const { port } = rude.address() as AddressInfo;
      const client = clientOf(wire, { baseUrl: () => `http://127.0.0.1:${port}` });
      const events = await collected(client.stream(question(), never()));
      await new Promise((resolve) => rude.close(resolve));
      assert.equal(failureIn(events)?.kind, 'network');
    });

    it('tells network of an address that is none', async () => {
      const client = clientOf(wire, { baseUrl: () => 'not an address' });
      assert.equal(failureIn(await collected(client.stream(question(), never())))?.kind, 'network');
    });

    it('writes nothing to the console, whatever happens and whatever the environment asks', async () => {
      const written: unknown[] = [];
      const before = { ...console };
      Object.assign(process.env, { ANTHROPIC_LOG: 'debug', OPENAI_LOG: 'debug' });
      for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
        console[method] = (...words) => written.push(words);
      }
      try {
        for (const answer of [says('ok'), refuses('server'), sends(frame('{"broken": ')), sends(page)]) {
          server.answers(answer);
          await collected(clientOf(wire, server).stream(question({ model: 'claude-opus-4-5' }), never()));
        }
      } finally {
        Object.assign(console, before);
        delete process.env['ANTHROPIC_LOG'];
        delete process.env['OPENAI_LOG'];
      }
      assert.deepEqual(written, []);
    });
  });
}

describe('a chat server without finish reasons', () => {
  let server: Loopback;

  beforeEach(async () => {
    server = await startLoopback();
  });

  afterEach(() => server.close());

  it('is whole when its stream closes with the line [DONE]', async () => {
    server.answers(says('all of it', { change: 'done-line-only' }));
    const events = await collected(clientOf('openai-chat', server).stream(question(), never()));
    assert.equal(textIn(events), 'all of it');
    assert.deepEqual(events.at(-1), { type: 'stop', reason: 'end' });
  });
});

function json() {
  return { contentType: 'application/json' } as const;
}

/** One event, named as Anthropic names its own so that no reader passes over it. */
function frame(data: string): string {
  return `event: message_start\ndata: ${data}\n\n`;
}

function never(): AbortSignal {
  return new AbortController().signal;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
