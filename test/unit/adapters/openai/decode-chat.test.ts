import assert from 'node:assert/strict';
import { decodeChatChunks, decodeCompletion } from '../../../../src/adapters/openai/decode-chat.ts';
import { asStream } from '../../../support/as-stream.ts';
import { collected, joined } from '../../../support/collected-answer.ts';
import { countingIds } from '../../../support/counting-ids.ts';

const delta = (fields: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
});
const calls = (...tool_calls: object[]) => delta({ tool_calls });
const done = (reason = 'stop') => delta({}, reason);

async function decoded(chunks: readonly unknown[], saidDone = false) {
  const options = { ids: countingIds(), saidDone: () => saidDone };
  return joined(await collected(decodeChatChunks(asStream(chunks), options)));
}

async function callsOf(...chunks: readonly object[]) {
  const events = await decoded([...chunks, done('tool_calls')]);
  return events.flatMap((event) =>
    event.type === 'tool-call' ? [[event.callId, event.name, event.input]] : [],
  );
}

describe('the tool calls of a chat stream', () => {
  it('are put together by index', async () => {
    assert.deepEqual(
      await callsOf(
        calls({ index: 0, id: 'a', function: { name: 'read', arguments: '' } }),
        calls({ index: 1, id: 'b', function: { name: 'list', arguments: '{' } }),
        calls({ index: 0, function: { arguments: '{"path":' } }),
        calls({ index: 1, function: { arguments: '}' } }, { index: 0, function: { arguments: '"x"}' } }),
      ),
      [
        ['a', 'read', '{"path":"x"}'],
        ['b', 'list', '{}'],
      ],
    );
  });

  it('get an id where the server gives none, and another one where it gives one twice', async () => {
    assert.deepEqual(
      await callsOf(
        calls({ index: 0, function: { name: 'read', arguments: '{}' } }),
        calls({ index: 1, id: 'same', function: { name: 'read', arguments: '{}' } }),
        calls({ index: 2, id: 'same', function: { name: 'list', arguments: '{}' } }),
      ),
      [
        ['call-1', 'read', '{}'],
        ['same', 'read', '{}'],
        ['call-2', 'list', '{}'],
      ],
    );
  });

  it('are told apart by id where several share an index', async () => {
    assert.deepEqual(
      await callsOf(
        calls({ index: 0, id: 'a', function: { name: 'read', arguments: '{"n":1}' } }),
        calls({ index: 0, id: 'b', function: { name: 'read', arguments: '{"n":2}' } }),
      ),
      [
        ['a', 'read', '{"n":1}'],
        ['b', 'read', '{"n":2}'],
      ],
    );
  });

  it('are understood without an index, with arguments as an object, and without arguments', async () => {
    assert.deepEqual(
      await callsOf(
        calls({ id: 'a', function: { name: 'read', arguments: '{"n"' } }),
        calls({ function: { arguments: ':1}' } }),
        calls({ id: 'b', function: { name: 'list', arguments: { n: 2 } } }),
        calls({ id: 'c', function: { name: 'now' } }),
      ),
      [
        ['a', 'read', '{"n":1}'],
        ['b', 'list', '{"n":2}'],
        ['c', 'now', '{}'],
      ],
    );
  });
});

describe('a chat stream', () => {
  it('takes thoughts under either name, and closes them before the text', async () => {
    for (const name of ['reasoning_content', 'reasoning']) {
      const events = await decoded([
        delta({ [name]: 'hm ' }),
        delta({ [name]: 'so' }),
        delta({ content: 'ok' }),
        done(),
      ]);
      assert.deepEqual(events, [
        { type: 'reasoning', text: 'hm so' },
        { type: 'reasoning-done', text: 'hm so', providerData: null },
        { type: 'text', text: 'ok' },
        { type: 'stop', reason: 'end' },
      ]);
    }
  });

  for (const [reason, expected] of [
    ['stop', 'end'],
    ['length', 'length'],
    ['content_filter', 'refusal'],
    ['tool_calls', 'tool-use'],
    ['eos', 'end'],
  ] as const) {
    it(`stops with ${expected} for the reason ${reason}`, async () => {
      assert.deepEqual(await decoded([done(reason)]), [{ type: 'stop', reason: expected }]);
    });
  }

  it('stops for a tool when it called one, although the reason says stop', async () => {
    const events = await decoded([calls({ index: 0, id: 'a', function: { name: 'x' } }), done('stop')]);
    assert.deepEqual(events.at(-1), { type: 'stop', reason: 'tool-use' });
  });

  it('is a refusal when the model says so in its own field, with the words as text', async () => {
    assert.deepEqual(await decoded([delta({ refusal: 'I will not.' }), done()]), [
      { type: 'text', text: 'I will not.' },
      { type: 'stop', reason: 'refusal' },
    ]);
  });

  it('is a failure when the reason says that the server gave up', async () => {
    for (const reason of ['error', 'abort', 'insufficient_system_resource']) {
      const last = (await decoded([delta({ content: 'so' }), done(reason)])).at(-1);
      assert.equal(last?.type === 'failure' && last.failure.kind, 'server');
    }
  });

  it('has no ending without a finish reason and without the closing line', async () => {
    assert.deepEqual(await decoded([delta({ content: 'so' })]), [{ type: 'text', text: 'so' }]);
  });

  it('is whole with the closing line alone', async () => {
    const events = await decoded([delta({ content: 'so' })], true);
    assert.deepEqual(events.at(-1), { type: 'stop', reason: 'end' });
  });

  it('is whole once the finish reason came, whatever breaks afterwards', async () => {
    const breaking = async function* () {
      yield* asStream([delta({ content: 'all' }), done()]);
      throw new TypeError('terminated');
    };
    const options = { ids: countingIds(), saidDone: () => false };
    const events = joined(await collected(decodeChatChunks(breaking(), options)));
    assert.deepEqual(events, [
      { type: 'text', text: 'all' },
      { type: 'stop', reason: 'end' },
    ]);
  });

  it('does not wait for more after reason and counts', async () => {
    const endless = async function* () {
      yield* asStream([done(), { choices: [], usage: { prompt_tokens: 5, completion_tokens: 1 } }]);
      await new Promise(() => undefined);
    };
    const options = { ids: countingIds(), saidDone: () => false };
    const events = await collected(decodeChatChunks(endless(), options));
    assert.deepEqual(
      events.map((event) => event.type),
      ['usage', 'stop'],
    );
  });

  it('reports nothing when a count is no count (behaviour 2.6)', async () => {
    for (const usage of [{ prompt_tokens: -1 }, { prompt_tokens: '5' }, { completion_tokens: 5 }, 'many']) {
      assert.deepEqual(await decoded([done(), { usage }]), [{ type: 'stop', reason: 'end' }]);
    }
  });

  it('never counts more as cached than the prompt had', async () => {
    const usage = { prompt_tokens: 5, prompt_tokens_details: { cached_tokens: 9 } };
    const [event] = await decoded([done(), { choices: [], usage }]);
    assert.deepEqual(event, {
      type: 'usage',
      usage: { input: 0, cacheRead: 5, cacheWrite: 0, output: 0, raw: usage },
    });
  });

  it('is malformed where a chunk has another shape', async () => {
    for (const chunk of [17, 'text', { choices: 'none' }, { choices: [{ delta: { content: 5 } }] }]) {
      const last = (await decoded([chunk])).at(-1);
      assert.equal(last?.type === 'failure' && last.failure.kind, 'malformed');
    }
  });
});

describe('a chat completion in one piece', () => {
  it('takes text given in parts', () => {
    const message = {
      content: [{ type: 'thinking' }, { type: 'text', text: 'one' }, { type: 'text', text: ' two' }],
    };
    const text = JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] });
    assert.deepEqual([...decodeCompletion(text, countingIds())][0], { type: 'text', text: 'one two' });
  });

  it('is malformed without a choice', () => {
    const [event] = decodeCompletion('{"choices": []}', countingIds());
    assert.equal(event?.type === 'failure' && event.failure.kind, 'malformed');
  });
});
