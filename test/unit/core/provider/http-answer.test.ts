import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { ok } from '../../../../src/base/result.ts';
import { BodyWriter } from '../../../../src/core/provider/body-writer.ts';
import { httpAnswer, type HttpExchange } from '../../../../src/core/provider/http-answer.ts';
import { collected } from '../../../support/collected-answer.ts';

const exchange: HttpExchange = {
  send: async () => new Response('{}', { headers: { 'content-type': 'application/json' } }),
  events: () => assert.fail('nothing is streamed'),
  whole: () => [{ type: 'stop', reason: 'end' }],
  failureOf: (error) => ({ kind: 'network', detail: String(error) }),
  nameOf: (wireName) => wireName,
  secrets: [],
};

describe('a request over HTTP', () => {
  it('is not sent, and keeps nothing, when what sends it cannot be loaded; the next one is', async () => {
    const bodies = new BodyWriter();
    const { signal } = new AbortController();
    const buffers: ArrayBufferLike[] = [];
    let isBroken = true;
    const ask = () =>
      collected(
        httpAnswer(
          {
            encode: () => ok({ messages: ['hello'] }),
            bodies,
            prepare: async (body) => {
              buffers.push(body.buffer);
              if (isBroken) throw new Error('the file is gone');
              return exchange;
            },
          },
          signal,
        ),
      );
    assert.deepEqual(await ask(), [
      {
        type: 'failure',
        failure: {
          kind: 'unsendable',
          detail: 'what speaks to the provider could not be loaded: the file is gone',
        },
      },
    ]);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
    isBroken = false;
    assert.deepEqual((await ask()).at(-1), { type: 'stop', reason: 'end' });
    // The bytes were given back: the second body stands where the first one stood.
    assert.equal(buffers[0], buffers[1]);
  });
});
