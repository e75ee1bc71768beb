import assert from 'node:assert/strict';
import { guardedFetch, mostErrorBytes } from '../../../../src/core/provider/guarded-fetch.ts';

/** Pieces of 300 KB without an end. */
function endless(): { readonly stream: ReadableStream<Uint8Array>; readonly wasLeft: () => boolean } {
  let isLeft = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (to) => to.enqueue(new Uint8Array(300 * 1024).fill(0x78)),
    cancel: () => {
      isLeft = true;
    },
  });
  return { stream, wasLeft: () => isLeft };
}

describe('what a server says about a failure', () => {
  it('is read no further than 1 MB, and then the connection is let go of', async () => {
    const { stream, wasLeft } = endless();
    const fetch = guardedFetch(() => Promise.resolve(new Response(stream, { status: 400 })));
    const answer = await fetch('http://127.0.0.1/');
    assert.equal(answer.status, 400);
    assert.equal((await answer.text()).length, mostErrorBytes);
    assert.equal(wasLeft(), true);
  });

  it('keeps its headers and every byte of a short one', async () => {
    const given = new Response('no such model', { status: 404, headers: { 'retry-after': '3' } });
    const answer = await guardedFetch(() => Promise.resolve(given))('http://127.0.0.1/');
    assert.equal(answer.headers.get('retry-after'), '3');
    assert.equal(await answer.text(), 'no such model');
  });

  it('leaves an answer that is no failure as it is', async () => {
    const given = new Response('fine');
    assert.equal(await guardedFetch(() => Promise.resolve(given))('http://127.0.0.1/'), given);
  });
});
