import assert from 'node:assert/strict';
import { encodeResponses } from '../../../../src/adapters/openai/encode-responses.ts';
import type { AssistantContent, ChatRequest, Message } from '../../../../src/core/provider/request.ts';
import { checkOpenAiResponses } from '../../../support/strict/check-openai-responses.ts';
import { gif, png } from '../../../support/tiny-images.ts';

function request(messages: readonly Message[], over: Partial<ChatRequest> = {}): ChatRequest {
  const tools = [{ name: 'read', description: 'Reads a file', inputSchema: { type: 'object' } }];
  return {
    model: 'gpt-5.2',
    system: 'Be terse.',
    messages,
    tools,
    outputRoom: 20_000,
    stream: true,
    ...over,
  };
}

function user(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function assistant(...content: readonly AssistantContent[]): Message {
  return { role: 'assistant', content };
}

function result(callId: string, over: object = {}): Message {
  const content = [{ type: 'text', text: 'done' } as const];
  return { role: 'user', content: [{ type: 'tool-result', callId, isError: false, content, ...over }] };
}

const called: AssistantContent = { type: 'tool-call', callId: 'c1', name: 'read', input: { path: 'a' } };
const kept = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'hm' }],
  encrypted_content: 'eA==',
};
const thought: AssistantContent = { type: 'reasoning', text: 'hm', providerData: kept };

/** The encoded items, after the strict judge has let the body pass. */
function itemsOf(messages: readonly Message[]) {
  const body = encodeResponses(request(messages));
  assert.deepEqual(checkOpenAiResponses(body), []);
  return body.input;
}

describe('a Responses body', () => {
  it('asks the service to keep nothing, and for the encrypted thoughts that then must come back', () => {
    assert.deepEqual(encodeResponses(request([user('Hello')])), {
      model: 'gpt-5.2',
      instructions: 'Be terse.',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }],
      tools: [
        {
          type: 'function',
          name: 'read',
          description: 'Reads a file',
          parameters: { properties: {}, type: 'object' },
          strict: false,
        },
      ],
      include: ['reasoning.encrypted_content'],
      store: false,
      stream: true,
    });
  });

  it('does not ask models for encrypted thoughts that refuse the question', () => {
    for (const model of ['gpt-4.1', 'gpt-4o-mini', 'gpt-5-chat-latest', 'llama-3']) {
      assert.equal(encodeResponses(request([user('x')], { model })).include, undefined);
    }
    for (const model of ['gpt-5', 'o3', 'openai/gpt-5.1-codex', 'codex-mini-latest']) {
      assert.deepEqual(encodeResponses(request([user('x')], { model })).include, [
        'reasoning.encrypted_content',
      ]);
    }
  });

  it('passes the effort on, and asks for thoughts where there is one', () => {
    const { reasoning, include } = encodeResponses(request([user('x')], { model: 'custom', effort: 'high' }));
    assert.deepEqual([reasoning, include], [{ effort: 'high' }, ['reasoning.encrypted_content']]);
    const none = encodeResponses(request([user('x')], { effort: 'none' }));
    assert.deepEqual([none.reasoning, none.include], [{ effort: 'none' }, undefined]);
  });

  it('gives thoughts, texts, calls and results back in order, calls without the id of the service', () => {
    const said: AssistantContent = { type: 'text', text: 'I will read it.' };
    assert.deepEqual(itemsOf([user('go'), assistant(thought, said, called), result('c1')]).slice(1), [
      kept,
      { type: 'message', role: 'assistant', content: 'I will read it.' },
      { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'done' },
    ]);
  });

  it('leaves out thoughts that lead to nothing, were not encrypted or came from another provider', () => {
    const bare: AssistantContent = { type: 'reasoning', text: 'hm', providerData: null };
    const foreign: AssistantContent = {
      type: 'reasoning',
      text: 'hm',
      providerData: { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
    };
    const said: AssistantContent = { type: 'text', text: 'ok' };
    const items = itemsOf([user('one'), assistant(bare, foreign, said, thought), user('two')]);
    assert.deepEqual(
      items.map((item) => item.type),
      ['message', 'message', 'message'],
    );
  });

  it('says in words that a call failed, for want of a field', () => {
    const [output] = itemsOf([user('go'), assistant(called), result('c1', { isError: true })]).slice(-1);
    assert.deepEqual(output, {
      type: 'function_call_output',
      call_id: 'c1',
      output: 'The tool failed.\ndone',
    });
  });

  it('sends the images of results inside them, by what their bytes are', () => {
    const content = [
      { type: 'text', text: 'see' },
      { type: 'image', mime: 'image/png', base64: gif },
    ];
    const [output] = itemsOf([user('go'), assistant(called), result('c1', { content })]).slice(-1);
    assert.deepEqual(output?.type === 'function_call_output' && output.output, [
      { type: 'input_text', text: 'see' },
      { type: 'input_image', image_url: `data:image/gif;base64,${gif}`, detail: 'auto' },
    ]);
  });

  it('sends images of the user, and nothing for blank text', () => {
    const content = [
      { type: 'text', text: ' ' },
      { type: 'image', mime: 'image/png', base64: png },
    ] as const;
    assert.deepEqual(itemsOf([{ role: 'user', content }]), [
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'auto' }],
      },
    ]);
  });

  it('cuts call ids and names that are too long, the same wherever they stand', () => {
    const callId = `call_${'x'.repeat(80)}`;
    const name = `tool_${'y'.repeat(80)}`;
    const tools = [{ name, description: '', inputSchema: { type: 'object' } }];
    const messages = [user('go'), assistant({ ...called, callId, name }), result(callId)];
    const body = encodeResponses(request(messages, { tools }));
    assert.deepEqual(checkOpenAiResponses(body), []);
  });

  it('carries a limit only where one is set', () => {
    assert.equal(encodeResponses(request([user('x')])).max_output_tokens, undefined);
    assert.equal(encodeResponses(request([user('x')], { maxOutput: 300 })).max_output_tokens, 300);
  });

  it('begins with the same items when messages are appended', () => {
    const history = [
      user('one'),
      assistant(thought, called),
      result('c1'),
      assistant({ type: 'text', text: 'two' }),
    ];
    const short = encodeResponses(request([...history, user('three')])).input;
    const long = encodeResponses(
      request([...history, user('three'), assistant(thought), user('four')]),
    ).input;
    assert.deepEqual(long.slice(0, short.length), short);
  });
});
