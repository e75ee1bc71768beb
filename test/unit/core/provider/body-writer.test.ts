import assert from 'node:assert/strict';
import { BodyWriter } from '../../../../src/core/provider/body-writer.ts';

const decoder = new TextDecoder();

function textOf(bodies: BodyWriter, body: object): string {
  const written = bodies.write(body);
  const text = decoder.decode(written.bytes);
  written.release();
  return text;
}

/** A message that counts how often it is written. */
function message(text: string): { readonly written: () => number } {
  let written = 0;
  const item = { written: () => written };
  Object.defineProperty(item, 'toJSON', {
    value: () => {
      written++;
      return { text };
    },
  });
  return item;
}

describe('the bytes of a body', () => {
  it('are those of JSON.stringify, whatever the body holds', () => {
    const bodies: readonly object[] = [
      {},
      { model: 'm', stream: true },
      { messages: [] },
      { model: 'm', tools: [{ name: 'a' }], messages: [{ text: 'é 漢 🙂' }, { text: 'two' }], stream: false },
      { gone: undefined, messages: [null, 1, 'text', ['deep', { x: [] }]], nothing: null, last: undefined },
      { messages: ['one'], 'quoted "key"': { inner: [1, 2, 3] } },
    ];
    const writer = new BodyWriter();
    for (const body of [...bodies, ...bodies]) {
      assert.equal(textOf(writer, body), JSON.stringify(body));
      assert.equal(textOf(new BodyWriter(), body), JSON.stringify(body));
    }
  });

  it('stay right as a conversation grows, is cut, and changes its beginning, its end and what stands around it', () => {
    const writer = new BodyWriter();
    const items = Array.from({ length: 60 }, (_, place) => ({ place, text: '漢'.repeat(place) }));
    const bodies = [
      { head: 'short', messages: items.slice(0, 3) },
      { head: 'a longer beginning', messages: items.slice(0, 40), stream: true },
      { head: '', messages: items.slice(0, 41), stream: true },
      { head: 'now much, much longer than it was before', messages: items, stream: false, last: 1 },
      { messages: [...items.slice(0, 59), { place: 'another' }] },
      { head: 'x', messages: items.slice(0, 2) },
      { head: 'x', messages: items.slice(5) },
    ];
    for (const body of bodies) assert.equal(textOf(writer, body), JSON.stringify(body));
  });

  it('hold what was written before without writing it again', () => {
    const writer = new BodyWriter();
    const [one, two, three] = [message('one'), message('two'), message('three')];
    assert.equal(textOf(writer, { messages: [one, two] }), '{"messages":[{"text":"one"},{"text":"two"}]}');
    const grown = textOf(writer, { system: 'Be terse.', messages: [one, two, three] });
    assert.equal(grown, '{"system":"Be terse.","messages":[{"text":"one"},{"text":"two"},{"text":"three"}]}');
    assert.deepEqual([one.written(), two.written(), three.written()], [1, 1, 1]);
  });

  it('do not change while they are wanted, whatever is written meanwhile', () => {
    const writer = new BodyWriter();
    const first = writer.write({ messages: [{ text: 'first' }] });
    const second = writer.write({ messages: [{ text: 'other' }] });
    assert.equal(decoder.decode(first.bytes), '{"messages":[{"text":"first"}]}');
    assert.equal(decoder.decode(second.bytes), '{"messages":[{"text":"other"}]}');
  });

  it('are not given up by whoever releases earlier ones twice', () => {
    const writer = new BodyWriter();
    const earlier = writer.write({ messages: [{ text: 'earlier' }] });
    earlier.release();
    const wanted = writer.write({ messages: [{ text: 'wanted' }] });
    earlier.release();
    writer.write({ messages: [{ text: 'later' }] });
    assert.equal(decoder.decode(wanted.bytes), '{"messages":[{"text":"wanted"}]}');
  });
});
