// The lists of models that servers give, over the real SDKs: each kind of server in its own words, and whatever else may
// answer at such an address.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicModels } from '../../src/adapters/anthropic/model-list.ts';
import { openAiModels } from '../../src/adapters/openai/model-list.ts';
import { neverAborted } from '../../src/base/abort.ts';
import type { ReportedModel } from '../../src/core/models/reported-models.ts';
import { paused, sends, silence, type Answer } from '../support/loopback/answers.ts';
import { loopbackKey } from '../support/loopback/clients.ts';
import { startLoopback, type Loopback } from '../support/loopback/server.ts';

const json = (value: unknown): Answer => sends(JSON.stringify(value), { contentType: 'application/json' });
const listOf = (...data: readonly unknown[]): Answer => json({ object: 'list', data });

/** Windows by id; ids without one too. */
function windowsOf(models: readonly ReportedModel[] | undefined): unknown {
  return models?.map(({ id, window, maxOutput, isUpperBound }) => [
    id,
    window,
    ...(maxOutput === undefined ? [] : [maxOutput]),
    ...(isUpperBound === undefined ? [] : ['at most']),
  ]);
}

describe('the list of models of a server', () => {
  let server: Loopback;
  const compatible = (signal = neverAborted()) =>
    openAiModels({ apiKey: loopbackKey, baseUrl: server.baseUrl('openai-chat') })(signal);
  const anthropic = (signal = neverAborted()) =>
    anthropicModels({ apiKey: loopbackKey, baseUrl: server.baseUrl('anthropic') })(signal);
  const visited = () => server.visits.map(({ path }) => path);

  beforeEach(async () => {
    server = await startLoopback();
  });

  afterEach(() => server.close());

  it('has the smaller of both windows, and the longest answer, from OpenRouter', async () => {
    server.page(
      '/v1/models',
      json({
        data: [
          {
            ...{ id: 'maker/large', name: 'Large', context_length: 1_000_000 },
            top_provider: { context_length: 200_000, max_completion_tokens: 64_000, is_moderated: true },
          },
          {
            ...{ id: 'maker/small', context_length: 8192 },
            top_provider: { context_length: null, max_completion_tokens: null, is_moderated: false },
          },
        ],
      }),
    );
    assert.deepEqual(windowsOf(await compatible()), [
      ['maker/large', 200_000, 64_000],
      ['maker/small', 8192],
    ]);
    assert.deepEqual(visited(), ['/v1/models']);
    assert.equal(server.visits[0]?.headers.authorization, `Bearer ${loopbackKey}`);
  });

  it('has the length that vLLM was started with', async () => {
    server.page(
      '/v1/models',
      listOf({ id: 'Qwen/Qwen3-8B', object: 'model', owned_by: 'vllm', root: 'x', max_model_len: 32_768 }),
    );
    assert.deepEqual(windowsOf(await compatible()), [['Qwen/Qwen3-8B', 32_768]]);
  });

  it('has what LM Studio loaded a model with, else the most it can be loaded with', async () => {
    const entry = (id: string) => ({ id, object: 'model', owned_by: 'organization_owner' });
    server.page('/v1/models', listOf(entry('loaded'), entry('waiting'), entry('unknown')));
    server.page(
      '/api/v0/models',
      listOf(
        {
          id: 'loaded',
          type: 'llm',
          state: 'loaded',
          max_context_length: 131_072,
          loaded_context_length: 4096,
        },
        { id: 'waiting', type: 'vlm', state: 'not-loaded', max_context_length: 32_768 },
      ),
    );
    assert.deepEqual(windowsOf(await compatible()), [
      ['loaded', 4096],
      ['waiting', 32_768, 'at most'],
      ['unknown', undefined],
    ]);
  });

  it('has what Ollama really gives a loaded model', async () => {
    server.page('/v1/models', listOf({ id: 'llama3.2:latest', object: 'model', owned_by: 'library' }));
    server.page('/api/ps', json({ models: [{ name: 'llama3.2:latest', context_length: 4096 }] }));
    assert.deepEqual(windowsOf(await compatible()), [['llama3.2:latest', 4096]]);
    assert.deepEqual(visited(), ['/v1/models', '/api/v0/models', '/api/ps']);
  });

  for (const [what, shown, expected] of [
    [
      'the most that a model of Ollama was made for',
      { model_info: { 'general.architecture': 'llama', 'llama.context_length': 8192 } },
      ['m', 8192, 'at most'],
    ],
    [
      'the window that the file of a model of Ollama sets',
      {
        parameters: 'stop                           "<|eot_id|>"\nnum_ctx                        16384',
        model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
      },
      ['m', 16_384],
    ],
    ['no window where Ollama tells none', { model_info: { 'general.architecture': 7 } }, ['m', undefined]],
    ['no window where Ollama tells nonsense', { parameters: 3, model_info: [] }, ['m', undefined]],
  ] as const) {
    it(`has ${what}`, async () => {
      server.page('/v1/models', listOf({ id: 'm' }));
      server.page('/api/ps', json({ models: [{ name: 'm' }] }));
      server.page('/api/show', json(shown));
      assert.deepEqual(windowsOf(await compatible()), [expected]);
      assert.equal(server.visits.at(-1)?.sent, '{"model":"m"}');
    });
  }

  it('has the window and the longest answer from Anthropic', async () => {
    server.page(
      '/v1/models',
      json({
        ...{ has_more: false, first_id: 'claude-a', last_id: 'claude-b' },
        data: [
          { type: 'model', id: 'claude-a', max_input_tokens: 200_000, max_tokens: 64_000 },
          { type: 'model', id: 'claude-b', max_input_tokens: null, max_tokens: null },
        ],
      }),
    );
    assert.deepEqual(windowsOf(await anthropic()), [
      ['claude-a', 200_000, 64_000],
      ['claude-b', undefined],
    ]);
    assert.equal(server.visits[0]?.headers.authorization, `Bearer ${loopbackKey}`);
  });

  it('has the models of a server that tells no windows at all', async () => {
    server.page('/v1/models', listOf({ id: 'one' }, { id: 'two' }));
    assert.deepEqual(windowsOf(await compatible()), [
      ['one', undefined],
      ['two', undefined],
    ]);
  });

  it('passes over what is no model and what is no number of tokens', async () => {
    const wrong = ['8192', 0, -1, 1.5, 1e30, true, null, {}, []];
    server.page(
      '/v1/models',
      listOf(
        ...['text', 7, null, [], {}, { id: '' }, { id: 5 }, { id: 'a\nb' }, { id: 'x'.repeat(201) }],
        ...wrong.map((value, place) => ({ id: `m${place}`, context_length: value, top_provider: value })),
        { id: 'good', max_model_len: 9 },
      ),
    );
    assert.deepEqual(windowsOf(await compatible()), [
      ...wrong.map((_, place) => [`m${place}`, undefined]),
      ['good', 9],
    ]);
  });

  it('ends at a thousand models', async () => {
    server.page(
      '/v1/models',
      listOf(...Array.from({ length: 1500 }, (_, n) => ({ id: `m${n}`, max_model_len: 1 }))),
    );
    assert.equal((await compatible())?.length, 1000);
  });

  const none: Readonly<Record<string, Answer | undefined>> = {
    'is not there': undefined,
    'is a page': sends('<!doctype html><title>Router</title>'),
    'is refused': sends('{"error":{"message":"no"}}', { status: 401, contentType: 'application/json' }),
    'is a list without entries': json([]),
    'is another object': json({ models: ['a'] }),
    'is nested without end': sends('['.repeat(100_000), { contentType: 'application/json' }),
    'breaks off': sends('{"data": [{"id": "a"}]}', {
      contentType: 'application/json',
      delivery: paused(9, 'close'),
    }),
  };
  for (const [what, answer] of Object.entries(none)) {
    it(`is none where it ${what}`, async () => {
      if (answer !== undefined) server.page('/v1/models', answer);
      assert.equal(await compatible(), undefined);
      assert.equal(await anthropic(), undefined);
    });
  }

  for (const [what, answer] of [
    ['answers nothing', silence],
    [
      'stops in the middle',
      sends('{"data": []}', { contentType: 'application/json', delivery: paused(5, 'hang') }),
    ],
  ] as const) {
    it(`is let go of where a server ${what} and nobody waits any more`, async () => {
      server.page('/v1/models', answer);
      for (const ask of [compatible, anthropic]) {
        const controller = new AbortController();
        const before = server.visits.length;
        const listed = ask(controller.signal);
        while (server.visits.length === before) await new Promise((resolve) => setImmediate(resolve));
        controller.abort('idle');
        assert.equal(await listed, undefined);
      }
    });
  }
});

it('a list of 100 MB is not read to its end', async () => {
  const most = 100 * 1024 * 1024;
  const piece = Buffer.alloc(64 * 1024, ' ');
  let sent = 0;
  const flood = createServer((_, to) => {
    to.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!to.destroyed && sent < most) {
        sent += piece.byteLength;
        if (!to.write(piece)) return;
      }
      to.end();
    };
    to.on('drain', more);
    more();
  });
  await new Promise<void>((resolve) => flood.listen(0, '127.0.0.1', resolve));
  const { port } = flood.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  assert.equal(await openAiModels({ apiKey: loopbackKey, baseUrl })(neverAborted()), undefined);
  await new Promise((resolve) => {
    flood.close(resolve);
    flood.closeAllConnections();
  });
  assert.ok(sent < most, `${sent} bytes were sent`);
});
