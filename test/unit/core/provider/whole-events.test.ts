import assert from 'node:assert/strict';
import { wholeEvents } from '../../../../src/core/provider/whole-events.ts';
import { deferred } from '../../../support/deferred.ts';

const encoder = new TextEncoder();

async function handedOn(...pieces: readonly Uint8Array[]): Promise<readonly string[]> {
  const list = [...pieces];
  const stream = new ReadableStream<Uint8Array>({
    pull: (to) => {
      const piece = list.shift();
      if (piece === undefined) to.close();
      else to.enqueue(piece);
    },
  });
  const got: string[] = [];
  for await (const piece of wholeEvents(stream)) got.push(new TextDecoder().decode(piece));
  return got;
}

describe('server-sent events on their way to a decoder', () => {
  it('are handed on as they come when they come whole', async () => {
    const pieces = ['data: 1\n\n', 'data: 2\n\ndata: 3\n\n'];
    assert.deepEqual(await handedOn(...pieces.map((piece) => encoder.encode(piece))), pieces);
  });

  for (const [name, end] of Object.entries({ lf: '\n', cr: '\r', crlf: '\r\n' })) {
    it(`are never cut inside, wherever the pieces are, with lines that end by ${name}`, async () => {
      const events = ['event: a', 'data: ü'].map((line) => `${line}${end}id: 1${end}${end}`);
      const bytes = encoder.encode(events.join(''));
      for (let cut = 1; cut < bytes.length; cut++) {
        const got = await handedOn(bytes.slice(0, cut), bytes.slice(cut));
        assert.equal(got.join(''), events.join(''));
        for (const piece of got)
          assert.ok(piece.endsWith(end + end), `cut at ${cut}: ${JSON.stringify(got)}`);
      }
      const single = await handedOn(...Array.from(bytes, (byte) => Uint8Array.of(byte)));
      assert.deepEqual(single, events);
    });
  }

  it('come as one piece, however many pieces one of them has', async () => {
    const line = encoder.encode('x'.repeat(1000));
    const got = await handedOn(
      encoder.encode('data: '),
      ...Array.from({ length: 200 }, () => line),
      encoder.encode('\n'),
      encoder.encode('\ndata: 2'),
    );
    assert.deepEqual(got, [`data: ${'x'.repeat(200_000)}\n\n`, 'data: 2']);
  });

  it('break off with what broke off the stream', async () => {
    const reason = new Error('reset');
    const stream = new ReadableStream<Uint8Array>({ pull: (to) => to.error(reason) });
    await assert.rejects(wholeEvents(stream).getReader().read(), reason);
  });

  it('let go of the stream when their reader does', async () => {
    const cancelled = deferred<unknown>();
    const stream = new ReadableStream<Uint8Array>({
      pull: (to) => to.enqueue(encoder.encode('data: 1\n\n')),
      cancel: (reason) => cancelled.resolve(reason),
    });
    await wholeEvents(stream).cancel('enough');
    assert.equal(await cancelled.promise, 'enough');
  });
});
