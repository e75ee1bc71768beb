import assert from 'node:assert/strict';
import { answerBody, bodyText, mostAnswerBytes } from '../../../../src/core/provider/answer-body.ts';

function streamOf(...pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const list = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  return new ReadableStream({
    pull: (to) => {
      const piece = list.shift();
      if (piece === undefined) to.close();
      else to.enqueue(piece);
    },
  });
}

async function kindOf(...pieces: readonly (string | Uint8Array)[]) {
  return (await answerBody(streamOf(...pieces), () => undefined)).kind;
}

describe('the body of an answer', () => {
  it('is told by its first character that is no white space', async () => {
    assert.equal(await kindOf('{"a": 1}'), 'json');
    assert.equal(await kindOf('\n', ' ', '[1]'), 'json');
    assert.equal(await kindOf(Uint8Array.of(0xef, 0xbb), Uint8Array.of(0xbf), '{}'), 'json');
    assert.equal(await kindOf('event: ping\n\n'), 'events');
    assert.equal(await kindOf(': a comment'), 'events');
    assert.equal(await kindOf('Internal error'), 'events');
    assert.equal(await kindOf(' <!doctype html>'), 'html');
    assert.equal(await kindOf(), 'empty');
    assert.equal(await kindOf(' \n', '\t'), 'empty');
    assert.equal((await answerBody(null, () => undefined)).kind, 'empty');
  });

  it('still has every byte, those looked at included, and tells each piece once', async () => {
    const seen: number[] = [];
    const body = await answerBody(streamOf(' ', '\n', '{"ü": ', '1}'), (piece) =>
      seen.push(piece.byteLength),
    );
    assert.equal(await bodyText(body), ' \n{"ü": 1}');
    assert.deepEqual(seen, [1, 1, 7, 2]);
  });

  it('puts characters together that were cut apart', async () => {
    const bytes = new TextEncoder().encode('{"😀漢"}');
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    assert.equal(await bodyText(await answerBody(streamOf(...pieces), () => undefined)), '{"😀漢"}');
  });

  it('stops a provider that floods', async () => {
    const flood = new ReadableStream<Uint8Array>({
      pull: (to) => to.enqueue(new Uint8Array(8 * 1024 * 1024).fill(0x7b)),
    });
    let bytes = 0;
    const body = await answerBody(flood, (piece) => (bytes += piece.byteLength));
    await assert.rejects(bodyText(body), /more than 64 MB/);
    assert.ok(bytes <= mostAnswerBytes + 16 * 1024 * 1024);
  });

  it('stops a provider that floods with white space before it says anything', async () => {
    let bytes = 0;
    let cancelledFor: unknown;
    const flood = new ReadableStream<Uint8Array>({
      pull: (to) => to.enqueue(new Uint8Array(8 * 1024 * 1024).fill(0x20)),
      cancel: (reason) => {
        cancelledFor = reason;
      },
    });
    const body = answerBody(flood, (piece) => (bytes += piece.byteLength));
    await assert.rejects(body, /more than 64 MB/);
    assert.ok(bytes <= mostAnswerBytes + 16 * 1024 * 1024);
    assert.ok(cancelledFor instanceof Error);
  });

  it('lets go of the connection when its reader does', async () => {
    let cancelledFor: unknown;
    const source = new ReadableStream<Uint8Array>({
      pull: (to) => to.enqueue(Uint8Array.of(0x64)),
      cancel: (reason) => {
        cancelledFor = reason;
      },
    });
    const body = await answerBody(source, () => undefined);
    await body.stream.cancel('enough');
    assert.equal(cancelledFor, 'enough');
  });
});
