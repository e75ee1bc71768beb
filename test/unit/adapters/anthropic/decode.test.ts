import assert from 'node:assert/strict';
import { decodeAnthropicEvents, decodeAnthropicMessage } from '../../../../src/adapters/anthropic/decode.ts';
import { collected, joined } from '../../../support/collected-answer.ts';
import { asStream } from '../../../support/as-stream.ts';

async function decoded(...events: readonly object[]) {
  return joined(await collected(decodeAnthropicEvents(asStream(events))));
}

const start = { type: 'message_start', message: { usage: { input_tokens: 7, output_tokens: 1 } } };
const stop = { type: 'message_stop' };
const end = (stop_reason: string | null, usage: object = { output_tokens: 3 }) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
});
const open = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
});
const add = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta });
const close = (index: number) => ({ type: 'content_block_stop', index });

describe('a Messages stream', () => {
  it('counts cumulatively: the later report replaces what it repeats and keeps the rest', async () => {
    const usage = { output_tokens: 9, input_tokens: null, cache_read_input_tokens: 5 };
    const [event] = await decoded(start, end('end_turn', { output_tokens: 4 }), end('end_turn', usage), stop);
    assert.deepEqual(event, {
      type: 'usage',
      usage: {
        input: 7,
        cacheRead: 5,
        cacheWrite: 0,
        output: 9,
        raw: { input_tokens: 7, output_tokens: 9, cache_read_input_tokens: 5 },
      },
    });
  });

  it('takes counts that are no counts as not said (behaviour 2.6)', async () => {
    const odd = {
      type: 'message_start',
      message: { usage: { input_tokens: '4', cache_read_input_tokens: -1 } },
    };
    assert.deepEqual(await decoded(odd, end('end_turn', {}), stop), [{ type: 'stop', reason: 'end' }]);
  });

  it('collects a thought with its signature, shown or not', async () => {
    const events = await decoded(
      start,
      open(0, { type: 'thinking', thinking: '', signature: '' }),
      add(0, { type: 'thinking_delta', thinking: 'let me ' }),
      add(0, { type: 'thinking_delta', thinking: 'see' }),
      add(0, { type: 'signature_delta', signature: 'c2ln' }),
      close(0),
      open(1, { type: 'redacted_thinking', data: 'eA==' }),
      close(1),
      end('end_turn'),
      stop,
    );
    assert.deepEqual(events.slice(0, 3), [
      { type: 'reasoning', text: 'let me see' },
      {
        type: 'reasoning-done',
        text: 'let me see',
        providerData: { type: 'thinking', thinking: 'let me see', signature: 'c2ln' },
      },
      { type: 'reasoning-done', text: '', providerData: { type: 'redacted_thinking', data: 'eA==' } },
    ]);
  });

  it('keeps the arguments of a call as the model wrote them, also when they are no JSON', async () => {
    const events = await decoded(
      start,
      open(0, { type: 'tool_use', id: 'c1', name: 'read', input: {} }),
      add(0, { type: 'input_json_delta', partial_json: '{"path": ' }),
      add(0, { type: 'input_json_delta', partial_json: '"a' }),
      close(0),
      end('max_tokens'),
      stop,
    );
    assert.deepEqual(events[0], { type: 'tool-call', callId: 'c1', name: 'read', input: '{"path": "a' });
    assert.deepEqual(events.at(-1), { type: 'stop', reason: 'length' });
  });

  it('takes the arguments of a call that come with its beginning, and none as an empty object', async () => {
    const events = await decoded(
      start,
      open(0, { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a' } }),
      close(0),
      open(1, { type: 'tool_use', id: 'c2', name: 'list', input: {} }),
      close(1),
      end('tool_use'),
      stop,
    );
    const calls = events.filter((event) => event.type === 'tool-call');
    assert.deepEqual(
      calls.map((event) => event.input),
      ['{"path":"a"}', '{}'],
    );
  });

  it('tells apart pieces of blocks that are open at the same time', async () => {
    const events = await decoded(
      start,
      open(0, { type: 'tool_use', id: 'c1', name: 'read' }),
      open(1, { type: 'tool_use', id: 'c2', name: 'list' }),
      add(0, { type: 'input_json_delta', partial_json: '{"a":' }),
      add(1, { type: 'input_json_delta', partial_json: '{"b":' }),
      add(0, { type: 'input_json_delta', partial_json: '1}' }),
      add(1, { type: 'input_json_delta', partial_json: '2}' }),
      end('tool_use'),
      stop,
    );
    const calls = events.filter((event) => event.type === 'tool-call');
    assert.deepEqual(
      calls.map((event) => event.input),
      ['{"a":1}', '{"b":2}'],
    );
  });

  for (const [reason, expected] of [
    ['end_turn', 'end'],
    ['stop_sequence', 'end'],
    ['max_tokens', 'length'],
    ['pause_turn', 'length'],
    ['refusal', 'refusal'],
    ['some_day_new', 'end'],
    [null, 'end'],
  ] as const) {
    it(`stops with ${expected} for the reason ${String(reason)}`, async () => {
      assert.deepEqual((await decoded(start, end(reason), stop)).at(-1), { type: 'stop', reason: expected });
    });
  }

  it('stops for a tool when it called one, whatever the reason says', async () => {
    const events = await decoded(
      start,
      open(0, { type: 'tool_use', id: 'c1', name: 'x' }),
      end('end_turn'),
      stop,
    );
    assert.deepEqual(events.at(-1), { type: 'stop', reason: 'tool-use' });
  });

  it('is an overflow when the answer filled the window', async () => {
    const events = await decoded(start, end('model_context_window_exceeded'), stop);
    assert.deepEqual(events.at(-1), {
      type: 'failure',
      failure: { kind: 'overflow', detail: 'the answer filled the rest of the context window' },
    });
  });

  it('passes over blocks, deltas and events of kinds it does not know', async () => {
    const events = await decoded(
      start,
      open(0, { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }),
      add(0, { type: 'input_json_delta', partial_json: '{}' }),
      close(0),
      { type: 'message_weather', outlook: 'fair' },
      open(1, { type: 'text', text: 'ok' }),
      add(1, { type: 'citations_delta', citation: {} }),
      close(1),
      add(7, { type: 'text_delta', text: 'of no block' }),
      end('end_turn'),
      stop,
    );
    assert.deepEqual(
      events.map((event) => event.type),
      ['text', 'usage', 'stop'],
    );
  });

  it('is malformed where an event it knows has another shape, and says where', async () => {
    const events = await decoded(start, { type: 'content_block_start', index: 0 });
    const [failure] = events.slice(-1);
    assert.equal(failure?.type === 'failure' && failure.failure.kind, 'malformed');
    assert.match(JSON.stringify(failure), /content_block/);
  });
});

describe('a Messages answer in one piece', () => {
  it('gives the thoughts, text and calls of its content in order', () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'text', text: 'I will read it.' },
      { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a' } },
    ];
    const events = [...decodeAnthropicMessage(JSON.stringify({ content, stop_reason: 'tool_use' }))];
    assert.deepEqual(
      events.map((event) => event.type),
      ['reasoning', 'reasoning-done', 'text', 'tool-call', 'stop'],
    );
  });
});
