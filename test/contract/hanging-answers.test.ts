// Services that stop in the middle of an answer and keep the connection: over the real SDKs, a stop is answered at once,
// wherever it was, and closes the connection.

import assert from 'node:assert/strict';
import { watchedStream } from '../../src/core/provider/watch.ts';
import { collected, failureIn } from '../support/collected-answer.ts';
import { paused, says, sends } from '../support/loopback/answers.ts';
import { recordedAnswer } from '../support/loopback/cut-fetch.ts';
import { clientOf, question } from '../support/loopback/clients.ts';
import { call, reply, text } from '../support/loopback/reply.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';
import { wireNames } from '../support/loopback/wire.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const answer = reply([text('I look.'), call('call_1', 'read', { path: 'src/a-file-with-a-long-name.ts' })]);

/** Where it hangs, in bytes of the body. */
const places: Readonly<Record<string, (body: string, unended: string) => number>> = {
  'after the headers': () => 0,
  'after the first byte': () => 1,
  'in the middle of a tool call': (body) => body.search(/src\/|-long-|with|file/),
  'after the last byte, without the event that ends it': (_, unended) => unended.length,
};

/** Lets the body through, and says when so many bytes of it have come. */
function countingFetch(wanted: number, came: () => void): typeof fetch {
  return async (input, init) => {
    const { body, status, headers } = await fetch(input, init);
    let bytes = 0;
    if (wanted === 0) setImmediate(came);
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, to) => {
        to.enqueue(piece);
        bytes += piece.length;
        if (bytes >= wanted) setImmediate(came);
      },
    });
    return new Response(body?.pipeThrough(counted, init?.signal ? { signal: init.signal } : {}), {
      status,
      headers,
    });
  };
}

for (const wire of wireNames) {
  describe(`an answer that hangs: ${wire}`, () => {
    let server: Loopback;

    beforeEach(async () => {
      server = await startLoopback();
    });

    afterEach(() => server.close());

    async function bodyOf(change: 'without-terminal' | null): Promise<string> {
      server.answers(says(answer, { change }));
      const { bytes } = await recordedAnswer((transport) =>
        collected(
          clientOf(wire, server, { fetch: transport }).stream(question(), new AbortController().signal),
        ),
      );
      return new TextDecoder().decode(bytes);
    }

    for (const [place, at] of Object.entries(places)) {
      it(`is stopped at once ${place}`, async () => {
        const [body, unended] = [await bodyOf(null), await bodyOf('without-terminal')];
        const bytes = at(body, unended);
        assert.ok(bytes >= 0 && bytes < body.length);
        server.take();
        server.answers(sends(body, { contentType: 'text/event-stream', delivery: paused(bytes, 'hang') }));
        const stop = new AbortController();
        const provider = clientOf(wire, server, { fetch: countingFetch(bytes, () => stop.abort()) });
        // No time passes: what ends it is the stop alone.
        const watch = { clock: new VirtualClock(), idleSeconds: 300 };
        const events = await collected(watchedStream(provider, question(), watch, stop.signal));
        assert.deepEqual(failureIn(events), { kind: 'cancelled' });
        assert.equal(await (await server.request(0)).ended, 'left');
      });
    }
  });
}
