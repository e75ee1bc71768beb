// The real SDKs against a server on the loopback address: the provider contract, and what only a connection shows.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { parseJson } from '../../src/base/json.ts';
import { collected, failureIn, joined, textIn } from '../support/collected-answer.ts';
import { paused, says, sends, silence } from '../support/loopback/answers.ts';
import { cutFetch, recordedAnswer, type Cut, type RecordedAnswer } from '../support/loopback/cut-fetch.ts';
import { clientOf, loopbackKey, question } from '../support/loopback/clients.ts';
import { call, reasoning, reply, text } from '../support/loopback/reply.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { wireNames, type WireName } from '../support/loopback/wire.ts';
import { describeProvider } from './provider.ts';

const everything = reply([
  reasoning('Zuerst nachdenken: 漢字'),
  text('Grüße, “数据” and 😀 in one answer'),
  call('call_1', 'read', { path: 'src/a.ts', note: 'ünïcode 😀' }),
  call('call_2', 'list', {}),
]);

for (const wire of wireNames) {
  describeProvider(`${wire} over its SDK`, async () => {
    const server = await startLoopback();
    server.answers(says('One long answer in several pieces'));
    server.answersTo('second question', says('Quite another answer to the other question'));
    const asked = (words: string) =>
      question({ messages: [{ role: 'user', content: [{ type: 'text', text: words }] }] });
    return {
      provider: clientOf(wire, server),
      request: asked('first question'),
      other: asked('second question'),
      close: () => server.close(),
    };
  });
}

for (const wire of wireNames) describeConnection(wire);

function describeConnection(wire: WireName): void {
  describe(`a provider over a connection: ${wire}`, () => {
    let server: Loopback;
    const ask = (over: Parameters<typeof question>[0] = {}, signal = never()) =>
      collected(clientOf(wire, server).stream(question(over), signal));

    const record = (stream: boolean) =>
      recordedAnswer((transport) =>
        collected(clientOf(wire, server, { fetch: transport }).stream(question({ stream }), never())),
      );
    const askCut = (answer: RecordedAnswer, cut: Cut, stream: boolean) =>
      collected(
        clientOf(wire, server, { fetch: cutFetch(answer, cut) }).stream(question({ stream }), never()),
      );

    beforeEach(async () => {
      server = await startLoopback();
    });

    afterEach(() => server.close());

    it('tells thoughts, text, calls and counts in the order they came, streamed or not (behaviour 6.4)', async () => {
      server.answers(says(everything));
      const events = joined(await ask());
      assert.deepEqual(
        events.map((event) => event.type),
        ['reasoning', 'reasoning-done', 'text', 'tool-call', 'tool-call', 'usage', 'stop'],
      );
      assert.equal(textIn(events), 'Grüße, “数据” and 😀 in one answer');
      const calls = events.filter((event) => event.type === 'tool-call');
      assert.deepEqual(
        calls.map(({ callId, name, input }) => [callId, name, parseJson(input)]),
        [
          ['call_1', 'read', { path: 'src/a.ts', note: 'ünïcode 😀' }],
          ['call_2', 'list', {}],
        ],
      );
      assert.deepEqual(joined(await ask({ stream: false })), events);
    });

    it('takes what the cache held off the prompt count, so that nothing counts twice (behaviour 2.6)', async () => {
      server.answers(
        says(reply([text('ok')], { usage: { input: 4, cacheRead: 3, cacheWrite: 2, output: 5 } })),
      );
      for (const stream of [true, false]) {
        const usage = (await ask({ stream })).find((event) => event.type === 'usage')?.usage;
        assert.deepEqual(
          { ...usage, raw: null },
          { input: 4, cacheRead: 3, cacheWrite: 2, output: 5, raw: null },
        );
      }
    });

    it('reports no counts when the server does not count', async () => {
      server.answers(says(reply([text('ok')], { usage: null })));
      for (const stream of [true, false]) {
        assert.deepEqual(joined(await ask({ stream })), [
          { type: 'text', text: 'ok' },
          { type: 'stop', reason: 'end' },
        ]);
      }
    });

    for (const [stop, reason] of [
      ['length', 'length'],
      ['refusal', 'refusal'],
    ] as const) {
      it(`says that the answer stopped for ${stop}`, async () => {
        server.answers(says(reply([text('so far')], { stop })));
        for (const stream of [true, false]) {
          assert.deepEqual((await ask({ stream })).at(-1), { type: 'stop', reason });
        }
      });
    }

    it('gives the same events when every byte comes alone', async () => {
      server.answers(says(everything));
      const expected = joined(await ask());
      for (const stream of [true, false]) {
        assert.deepEqual(joined(await askCut(await record(stream), 'bytes', stream)), expected);
      }
      server.answers(says(everything, { delivery: { cut: 'bytes', pause: null } }));
      assert.deepEqual(joined(await ask()), expected);
    });

    it('gives the same events wherever the bytes are cut in two', async function () {
      this.timeout(60_000);
      server.answers(says(reply([text('é漢😀')], { usage: null })));
      const expected = joined(await ask());
      for (const stream of [true, false]) {
        const answer = await record(stream);
        for (let at = 1; at < answer.bytes.length; at++) {
          const events = joined(await askCut(answer, { at }, stream));
          assert.deepEqual(events, expected, `cut at ${at} of ${answer.bytes.length}`);
        }
      }
    });

    it('reads an answer in one piece although a stream was asked for, and the other way round', async () => {
      server.answers(says(everything));
      const expected = joined(await ask());
      server.answers(says(everything, { form: 'whole' }));
      assert.deepEqual(joined(await ask({ stream: true })), expected);
      server.answers(says(everything, { form: 'stream' }));
      assert.deepEqual(joined(await ask({ stream: false })), expected);
    });

    it('reads a stream under a wrong content type', async () => {
      for (const contentType of ['text/plain', 'application/json', 'text/html']) {
        server.answers(says('still an answer', { contentType }));
        assert.equal(textIn(await ask()), 'still an answer');
      }
    });

    it('passes over events it does not know, as signs of life', async () => {
      server.answers(says(everything));
      const expected = joined(await ask());
      server.answers(says(everything, { change: 'with-unknown' }));
      const events = await ask();
      assert.deepEqual(joined(events), expected);
      assert.ok(events.some((event) => event.type === 'alive'));
    });

    it('ends once when the terminal events come twice', async () => {
      server.answers(says('twice', { change: 'terminal-twice' }));
      assert.deepEqual(
        (await ask()).map((event) => event.type).filter((type) => type === 'stop'),
        ['stop'],
      );
    });

    it('hears every byte as a sign of life, also those that carry no event', async () => {
      server.answers(sends(': still\n\n: there\n\n', { delivery: paused(10, { gate: 'go' }) }));
      const events = clientOf(wire, server).stream(question(), never())[Symbol.asyncIterator]();
      assert.deepEqual((await events.next()).value, { type: 'alive' });
      assert.deepEqual((await events.next()).value, { type: 'alive' });
      server.open('go');
      await events.return?.();
    });

    it('is cancelled before the headers have come, and closes the connection', async () => {
      server.answers(silence);
      const abort = new AbortController();
      const asked = ask({}, abort.signal);
      const request = await server.request(0);
      abort.abort();
      assert.deepEqual(failureIn(await asked), { kind: 'cancelled' });
      assert.equal(await request.ended, 'left');
    });

    for (const stream of [true, false]) {
      it(`is cancelled in the middle of an answer ${stream ? 'in pieces' : 'in one piece'}`, async () => {
        server.answers(says(everything, { delivery: paused(stream ? 5 : 20, 'hang') }));
        const abort = new AbortController();
        const kinds: string[] = [];
        for await (const event of clientOf(wire, server).stream(question({ stream }), abort.signal)) {
          kinds.push(event.type);
          abort.abort();
          if (event.type === 'failure') assert.deepEqual(event.failure, { kind: 'cancelled' });
        }
        assert.equal(kinds.at(-1), 'failure');
        assert.equal(await (await server.request(0)).ended, 'left');
      });
    }

    it('closes the connection when its reader leaves early', async () => {
      server.answers(says(everything, { delivery: paused(5, 'hang') }));
      for await (const event of clientOf(wire, server).stream(question(), never())) {
        if (event.type === 'reasoning') break;
      }
      assert.equal(await (await server.request(0)).ended, 'left');
    });

    it('closes the connection when its reader leaves while nothing comes', async () => {
      server.answers(silence);
      const events = clientOf(wire, server).stream(question(), never())[Symbol.asyncIterator]();
      const awaited = events.next();
      const request = await server.request(0);
      await events.return?.();
      assert.equal(await request.ended, 'left');
      assert.deepEqual((await awaited).value, { type: 'failure', failure: { kind: 'cancelled' } });
    });

    it('lets go of the signal it was given', async () => {
      server.answers(says('ok'));
      const { signal } = new AbortController();
      await ask({}, signal);
      assert.equal(getEventListeners(signal, 'abort').length, 0);
    });

    it('sends exactly the body it shows, with the key and the headers it was given', async () => {
      server.answers(says('ok'));
      const client = clientOf(wire, server, { headers: { 'x-team': 'blue' } });
      await collected(client.stream(question(), never()));
      const { body, headers, violations } = await server.request(0);
      assert.deepEqual(violations, []);
      assert.deepEqual(body, client.body(question()));
      assert.equal(headers.authorization, `Bearer ${loopbackKey}`);
      assert.equal(headers['x-team'], 'blue');
    });

    it('tells calls under the names the tools were declared with, also where the service took others', async () => {
      const name = `files.${'read'.repeat(40)}`;
      const tools = [{ name, description: 'Reads', inputSchema: { type: 'object' } }];
      const [sentName] = /files_[\w-]+/.exec(
        JSON.stringify(clientOf(wire, server).body(question({ tools }))),
      ) ?? [''];
      server.answers(says(reply([call('c1', sentName)])));
      const made = (await ask({ tools })).find((event) => event.type === 'tool-call');
      assert.equal(made?.name, name);
    });

    it('makes text with half of a surrogate pair fit to send', async () => {
      server.answers(says('ok'));
      const broken = 'a\ud83d';
      const events = await ask({
        system: broken,
        messages: [
          { role: 'user', content: [{ type: 'text', text: broken }] },
          {
            role: 'assistant',
            content: [{ type: 'tool-call', callId: 'c1', name: 'do', input: { [broken]: broken } }],
          },
          { role: 'user', content: [{ type: 'tool-result', callId: 'c1', isError: false, content: [] }] },
        ],
        tools: [{ name: 'do', description: broken, inputSchema: { type: 'object' } }],
      });
      assert.equal(textIn(events), 'ok');
    });

    it('sends nothing when a limit of the request makes no sense (behaviour 6.20)', async () => {
      for (const fault of [{ maxOutput: 0 }, { maxOutput: 1.5 }, { maxOutput: -1, outputCeiling: 10 }]) {
        assert.equal(failureIn(await ask(fault))?.kind, 'unsendable');
      }
      assert.equal(server.requests.length, 0);
    });

    it('sends no limit above the ceiling, and adds none of its own (behaviour 6.20)', async () => {
      server.answers(says('ok'));
      await ask({ maxOutput: 9000, outputCeiling: 4000 });
      await ask({ outputRoom: 500, outputCeiling: 4000 });
      const limits = server.requests.map(({ body }) =>
        Object.entries(body as object).flatMap(([field, value]) =>
          field.includes('tokens') ? [value as number] : [],
        ),
      );
      assert.deepEqual(limits, [[4000], wire === 'anthropic' ? [500] : []]);
    });
  });
}

function never(): AbortSignal {
  return new AbortController().signal;
}
