import assert from 'node:assert/strict';
import { decodeResponse, decodeResponsesEvents } from '../../../../src/adapters/openai/decode-responses.ts';
import { asStream } from '../../../support/as-stream.ts';
import { collected, joined } from '../../../support/collected-answer.ts';

async function decoded(...events: readonly object[]) {
  return joined(await collected(decodeResponsesEvents(asStream(events))));
}

const message = (id: string, text: string) => ({
  type: 'message',
  id,
  content: [{ type: 'output_text', text }],
});
const call = (id: string) => ({
  type: 'function_call',
  id,
  call_id: `call_${id}`,
  name: 'read',
  arguments: '{}',
});
const delta = (output_index: number, text: string, item_id?: string) => ({
  type: 'response.output_text.delta',
  output_index,
  ...(item_id === undefined ? {} : { item_id }),
  delta: text,
});
const itemDone = (output_index: number, item: object) => ({
  type: 'response.output_item.done',
  output_index,
  item,
});
const completed = (output: object[], over: object = {}) => ({
  type: 'response.completed',
  response: { status: 'completed', output, ...over },
});

describe('a Responses stream', () => {
  it('tells text once, whether it came in pieces, with its item, or only at the end', async () => {
    const one = message('m1', 'Hello');
    const expected = [
      { type: 'text', text: 'Hello' },
      { type: 'stop', reason: 'end' },
    ];
    assert.deepEqual(
      await decoded(delta(0, 'Hel', 'm1'), delta(0, 'lo', 'm1'), itemDone(0, one), completed([one])),
      expected,
    );
    assert.deepEqual(await decoded(delta(0, 'Hello'), completed([one])), expected);
    assert.deepEqual(await decoded(itemDone(0, one), completed([one])), expected);
    assert.deepEqual(await decoded(completed([one])), expected);
  });

  it('tells every item of a server that gives all of them one place', async () => {
    const events = await decoded(
      itemDone(0, message('m1', 'one')),
      itemDone(0, call('f1')),
      itemDone(0, call('f2')),
      itemDone(0, call('f2')),
      completed([]),
    );
    assert.deepEqual(
      events.map((event) => event.type),
      ['text', 'tool-call', 'tool-call', 'stop'],
    );
    assert.deepEqual(events.at(-1), { type: 'stop', reason: 'tool-use' });
  });

  it('keeps an encrypted thought for the way back, and no other', async () => {
    const summary = [
      { type: 'summary_text', text: 'first' },
      { type: 'summary_text', text: 'second' },
    ];
    const encrypted = { type: 'reasoning', id: 'rs_1', summary, encrypted_content: 'eA==', status: null };
    const open = {
      type: 'reasoning',
      id: 'rs_2',
      summary: [],
      content: [{ type: 'reasoning_text', text: 'plain' }],
    };
    const piece = (text: string) => ({
      type: 'response.reasoning_summary_text.delta',
      output_index: 0,
      delta: text,
    });
    const part = (summary_index: number) => ({
      type: 'response.reasoning_summary_part.added',
      output_index: 0,
      summary_index,
    });
    const events = await decoded(
      part(0),
      piece('first'),
      part(1),
      piece('second'),
      itemDone(0, encrypted),
      itemDone(1, open),
      completed([]),
    );
    assert.deepEqual(events.slice(0, -1), [
      { type: 'reasoning', text: 'first\n\nsecond' },
      {
        type: 'reasoning-done',
        text: 'first\n\nsecond',
        providerData: { type: 'reasoning', id: 'rs_1', summary, encrypted_content: 'eA==' },
      },
      { type: 'reasoning', text: 'plain' },
      { type: 'reasoning-done', text: 'plain', providerData: null },
    ]);
  });

  it('is a refusal when the model refused, in pieces or in its item', async () => {
    const refused = { type: 'message', id: 'm1', content: [{ type: 'refusal', refusal: 'No.' }] };
    const expected = [
      { type: 'text', text: 'No.' },
      { type: 'stop', reason: 'refusal' },
    ];
    const piece = { type: 'response.refusal.delta', output_index: 0, item_id: 'm1', delta: 'No.' };
    assert.deepEqual(await decoded(piece, itemDone(0, refused), completed([])), expected);
    assert.deepEqual(await decoded(completed([refused])), expected);
  });

  for (const [reason, expected] of [
    ['max_output_tokens', 'length'],
    ['content_filter', 'refusal'],
  ] as const) {
    it(`stops with ${expected} when it is incomplete for ${reason}`, async () => {
      const response = { status: 'incomplete', output: [], incomplete_details: { reason } };
      const events = await decoded({ type: 'response.incomplete', response });
      assert.deepEqual(events, [{ type: 'stop', reason: expected }]);
    });
  }

  for (const [code, kind] of [
    ['context_length_exceeded', 'overflow'],
    ['rate_limit_exceeded', 'rate-limit'],
    ['server_error', 'server'],
    ['invalid_prompt', 'refused'],
    ['some_new_code', 'server'],
  ] as const) {
    it(`fails with ${kind} for the code ${code}, as an event, as a failed response and in one piece`, async () => {
      const error = { code, message: 'words' };
      const [asEvent] = await decoded({ type: 'error', ...error });
      const [asFailed] = await decoded({ type: 'response.failed', response: { status: 'failed', error } });
      const [whole] = decodeResponse(JSON.stringify({ status: 'failed', output: [], error }));
      for (const event of [asEvent, asFailed, whole]) {
        assert.equal(event?.type === 'failure' && event.failure.kind, kind);
      }
    });
  }

  it('is malformed when it failed and does not say why', async () => {
    const [event] = await decoded({ type: 'response.failed', response: { error: null } });
    assert.equal(event?.type === 'failure' && event.failure.kind, 'malformed');
  });

  it('has no ending without a terminal event', async () => {
    assert.deepEqual(await decoded(delta(0, 'so'), itemDone(0, message('m', 'so'))), [
      { type: 'text', text: 'so' },
    ]);
  });

  it('takes what the cache held and what was written to it off the prompt count', async () => {
    const usage = {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
      output_tokens: 7,
    };
    const [event] = await decoded(completed([], { usage }));
    assert.deepEqual(event, {
      type: 'usage',
      usage: { input: 10, cacheRead: 60, cacheWrite: 30, output: 7, raw: usage },
    });
  });
});
