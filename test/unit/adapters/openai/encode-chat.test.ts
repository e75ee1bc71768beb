import assert from 'node:assert/strict';
import { encodeChat } from '../../../../src/adapters/openai/encode-chat.ts';
import { chatLimitField } from '../../../../src/adapters/openai/models.ts';
import type { AssistantContent, ChatRequest, Message } from '../../../../src/core/provider/request.ts';
import { checkOpenAiChat } from '../../../support/strict/check-openai-chat.ts';
import { png, webp } from '../../../support/tiny-images.ts';

function request(messages: readonly Message[], over: Partial<ChatRequest> = {}): ChatRequest {
  const tools = [{ name: 'read', description: 'Reads a file', inputSchema: { type: 'object' } }];
  return { model: 'llama', system: 'Be terse.', messages, tools, outputRoom: 20_000, stream: true, ...over };
}

function user(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function assistant(...content: readonly AssistantContent[]): Message {
  return { role: 'assistant', content };
}

const call = (callId: string): AssistantContent => ({
  type: 'tool-call',
  callId,
  name: 'read',
  input: { path: 'a' },
});
const sentCall = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'read', arguments: '{"path":"a"}' },
});

/** The encoded messages, after the strict judge has let the body pass. */
function messagesOf(of: ChatRequest) {
  const body = encodeChat(of, 'max_tokens');
  assert.deepEqual(checkOpenAiChat(body), []);
  return body.messages;
}

describe('a Chat Completions body', () => {
  it('tells an answer of 300 calls in messages of 128, the results of each right behind it', () => {
    const ids = Array.from({ length: 300 }, (_, number) => `c${number}`);
    const result = (callId: string) =>
      ({ type: 'tool-result', callId, content: [{ type: 'text', text: callId }], isError: false }) as const;
    const messages = messagesOf(
      request([
        user('Look'),
        assistant({ type: 'text', text: 'I look.' }, ...ids.map(call)),
        { role: 'user', content: [...ids.map(result), { type: 'text', text: 'And now?' }] },
        assistant({ type: 'text', text: 'Done.' }),
        user('Thanks'),
      ]),
    );
    const told = messages.map((message) => {
      if (message.role === 'assistant' && message.tool_calls) return message.tool_calls.length;
      return message.role === 'tool' ? 'r' : message.role;
    });
    const results = (count: number) => Array.from({ length: count }, () => 'r');
    assert.deepEqual(told, [
      ...['system', 'user', 128, ...results(128), 128, ...results(128), 44, ...results(44)],
      ...['user', 'assistant', 'user'],
    ]);
    assert.deepEqual(
      messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : [])),
      ids,
    );
  });

  it('has the system text first, plain strings, and asks for the counts of a stream', () => {
    assert.deepEqual(encodeChat(request([user('Hello')]), 'max_tokens'), {
      model: 'llama',
      messages: [
        { role: 'system', content: 'Be terse.' },
        { role: 'user', content: 'Hello' },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'read',
            description: 'Reads a file',
            parameters: { properties: {}, type: 'object' },
          },
        },
      ],
      stream: true,
      stream_options: { include_usage: true },
    });
    assert.equal(encodeChat(request([user('x')], { stream: false }), 'max_tokens').stream_options, undefined);
  });

  it('puts each result right behind its call, and the rest of the message after all of them', () => {
    const results: Message = {
      role: 'user',
      content: [
        { type: 'tool-result', callId: 'c1', isError: false, content: [{ type: 'text', text: 'one' }] },
        { type: 'tool-result', callId: 'c2', isError: true, content: [] },
        { type: 'text', text: 'go on' },
      ],
    };
    const said: AssistantContent = { type: 'text', text: 'Reading.' };
    assert.deepEqual(
      messagesOf(request([user('go'), assistant(said, call('c1'), call('c2')), results])).slice(2),
      [
        { role: 'assistant', content: 'Reading.', tool_calls: [sentCall('c1'), sentCall('c2')] },
        { role: 'tool', tool_call_id: 'c1', content: 'one' },
        { role: 'tool', tool_call_id: 'c2', content: 'The tool failed.' },
        { role: 'user', content: 'go on' },
      ],
    );
  });

  it('moves the images of results to the user message right after all results', () => {
    const image = (base64: string) => ({ type: 'image', mime: 'image/png', base64 }) as const;
    const results: Message = {
      role: 'user',
      content: [
        {
          type: 'tool-result',
          callId: 'c1',
          isError: false,
          content: [{ type: 'text', text: 'see' }, image(png)],
        },
        { type: 'tool-result', callId: 'c2', isError: false, content: [image(webp)] },
        { type: 'text', text: 'what is this?' },
      ],
    };
    assert.deepEqual(messagesOf(request([user('go'), assistant(call('c1'), call('c2')), results])).slice(3), [
      { role: 'tool', tool_call_id: 'c1', content: 'see\n[its images follow in the next message]' },
      { role: 'tool', tool_call_id: 'c2', content: '[its images follow in the next message]' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[images of the result of c1]' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
          { type: 'text', text: '[images of the result of c2]' },
          { type: 'image_url', image_url: { url: `data:image/webp;base64,${webp}` } },
          { type: 'text', text: 'what is this?' },
        ],
      },
    ]);
  });

  it('has null for the text of an answer that only calls', () => {
    const results: Message = {
      role: 'user',
      content: [{ type: 'tool-result', callId: 'c1', isError: false, content: [] }],
    };
    const messages = messagesOf(request([user('go'), assistant(call('c1')), results]));
    assert.deepEqual(messages[2], { role: 'assistant', content: null, tool_calls: [sentCall('c1')] });
    assert.deepEqual(messages[3], { role: 'tool', tool_call_id: 'c1', content: '' });
  });

  it('leaves out thoughts, and merges the users around an answer that was nothing else', () => {
    const thought: AssistantContent = { type: 'reasoning', text: 'hm', providerData: null };
    const messages = messagesOf(request([user('one'), assistant(thought), user('two')]));
    assert.deepEqual(messages.slice(1), [{ role: 'user', content: 'one\ntwo' }]);
  });

  it('cuts call ids, names and descriptions that are too long', () => {
    const callId = `call_${'x'.repeat(60)}`;
    const name = `tool_${'y'.repeat(80)}`;
    const tools = [{ name, description: 'd'.repeat(3000), inputSchema: { type: 'object' } }];
    const results: Message = {
      role: 'user',
      content: [{ type: 'tool-result', callId, isError: false, content: [] }],
    };
    const made = assistant({ type: 'tool-call', callId, name, input: {} });
    assert.equal(messagesOf(request([user('go'), made, results], { tools })).length, 4);
  });

  it('carries a limit only where one is set, by the name the server knows', () => {
    const limits = (over: Partial<ChatRequest>, baseUrl: string) => {
      const body = encodeChat(request([user('x')], over), chatLimitField(baseUrl));
      return Object.fromEntries(Object.entries(body).filter(([field]) => field.includes('tokens')));
    };
    const set = { maxOutput: 9000 };
    assert.deepEqual(limits(set, 'http://127.0.0.1:11434/v1'), { max_tokens: 9000 });
    assert.deepEqual(limits(set, 'https://api.openai.com/v1'), { max_completion_tokens: 9000 });
    assert.deepEqual(limits({}, 'https://api.openai.com/v1'), {});
    assert.equal(chatLimitField('https://api.openai.com.example.org/v1'), 'max_tokens');
  });

  it('passes the effort on', () => {
    assert.equal(encodeChat(request([user('x')], { effort: 'low' }), 'max_tokens').reasoning_effort, 'low');
  });
});
