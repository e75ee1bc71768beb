import assert from 'node:assert/strict';
import { encodeAnthropic } from '../../../../src/adapters/anthropic/encode.ts';
import type { ChatRequest, Message } from '../../../../src/core/provider/request.ts';
import { checkAnthropic } from '../../../support/strict/check-anthropic.ts';
import { jpeg, png } from '../../../support/tiny-images.ts';

const mark = { type: 'ephemeral' };

function request(messages: readonly Message[], over: Partial<ChatRequest> = {}): ChatRequest {
  const tools = [
    { name: 'read', description: 'Reads a file', inputSchema: { type: 'object', properties: {} } },
  ];
  return {
    model: 'claude-sonnet-5',
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

function assistant(text: string): Message {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

function called(callId: string, thought?: object): Message {
  return {
    role: 'assistant',
    content: [
      ...(thought === undefined
        ? []
        : [{ type: 'reasoning', text: 'hm', providerData: thought as never } as const]),
      { type: 'tool-call', callId, name: 'read', input: { path: 'a' } },
    ],
  };
}

function answered(callId: string, text = 'done'): Message {
  return {
    role: 'user',
    content: [{ type: 'tool-result', callId, isError: false, content: [{ type: 'text', text }] }],
  };
}

const signed = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };

/** The encoded messages, after the strict judge has let the body pass. */
function messagesOf(of: ChatRequest) {
  const body = encodeAnthropic(of);
  assert.deepEqual(checkAnthropic(body), []);
  return body.messages;
}

describe('a Messages body', () => {
  it('has the system text, the tools and the messages, with a cache mark at the end of each', () => {
    assert.deepEqual(encodeAnthropic(request([user('Hello')])), {
      model: 'claude-sonnet-5',
      max_tokens: 20_000,
      system: [{ type: 'text', text: 'Be terse.', cache_control: mark }],
      tools: [
        {
          name: 'read',
          description: 'Reads a file',
          input_schema: { type: 'object', properties: {} },
          cache_control: mark,
        },
      ],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', cache_control: mark }] }],
      stream: true,
    });
  });

  it('leaves out a blank system text and an empty list of tools', () => {
    const body = encodeAnthropic(request([user('Hello')], { system: ' \n', tools: [] }));
    assert.deepEqual(Object.keys(body), ['model', 'max_tokens', 'messages', 'stream']);
  });

  it('begins with the same bytes when messages are appended, but for the moving mark', () => {
    const history = [user('one'), called('c1', signed), answered('c1'), assistant('two'), user('three')];
    const longer = [...history, called('c2', signed), answered('c2')];
    const [short, long] = [history, longer].map((messages) => encodeAnthropic(request(messages)));
    const unmarked = (body: typeof short) =>
      body!.messages.map((message) =>
        JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
      );
    assert.deepEqual(unmarked(long).slice(0, history.length), unmarked(short));
    assert.deepEqual(long!.messages.slice(0, 4), short!.messages.slice(0, 4));
    assert.deepEqual([long!.system, long!.tools], [short!.system, short!.tools]);
  });

  it('gives back a signed thought unchanged, before the call it led to', () => {
    const messages = messagesOf(request([user('go'), called('c1', signed), answered('c1')]));
    assert.deepEqual(messages[1]!.content, [
      signed,
      { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a' } },
    ]);
  });

  it('gives back a redacted thought', () => {
    const redacted = { type: 'redacted_thinking', data: 'eA==' };
    const messages = messagesOf(request([user('go'), called('c1', redacted), answered('c1')]));
    assert.deepEqual(messages[1]!.content[0], redacted);
  });

  it('leaves out thoughts that were never signed or came from another provider', () => {
    const foreign = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' };
    for (const thought of [{ ...signed, signature: '' }, foreign]) {
      const messages = messagesOf(request([user('go'), called('c1', thought), answered('c1')]));
      assert.deepEqual(
        messages[1]!.content.map((block) => block.type),
        ['tool_use'],
      );
    }
  });

  it('leaves out an answer that broke off while thinking, and merges the users around it', () => {
    const thinking: Message = {
      role: 'assistant',
      content: [{ type: 'reasoning', text: 'hm', providerData: signed }],
    };
    const messages = messagesOf(request([user('one'), thinking, user('two')]));
    assert.deepEqual(messages, [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two', cache_control: mark },
        ],
      },
    ]);
  });

  it('leaves out blank texts, which the service refuses', () => {
    const messages = messagesOf(
      request([user('go'), called('c1'), answered('c1', ' \n'), assistant(' '), user('on')]),
    );
    assert.deepEqual(messages[2]!.content, [
      { type: 'tool_result', tool_use_id: 'c1' },
      { type: 'text', text: 'on', cache_control: mark },
    ]);
  });

  it('sends images of users and results in the format their bytes have', () => {
    const image = { type: 'image', mime: 'image/tiff', base64: jpeg } as const;
    const result: Message = {
      role: 'user',
      content: [{ type: 'tool-result', callId: 'c1', isError: false, content: [image] }, image],
    };
    const messages = messagesOf(request([user('go'), called('c1'), result]));
    const sent = { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: jpeg } };
    assert.deepEqual(messages[2]!.content, [
      { type: 'tool_result', tool_use_id: 'c1', content: [sent] },
      { ...sent, cache_control: mark },
    ]);
  });

  it('puts a sentence in the place of an image that no service takes', () => {
    const messages = messagesOf(
      request([{ role: 'user', content: [{ type: 'image', mime: 'image/svg+xml', base64: 'PHN2Zz4=' }] }]),
    );
    const [block] = messages[0]!.content;
    assert.match(block?.type === 'text' ? block.text : '', /^\[image left out.*image\/svg\+xml/);
  });

  it('moves the images of a failed call behind the results, since an error takes nothing but text', () => {
    const image = { type: 'image', mime: 'image/png', base64: png } as const;
    const result: Message = {
      role: 'user',
      content: [{ type: 'tool-result', callId: 'c1', isError: true, content: [image] }],
    };
    const messages = messagesOf(request([user('go'), called('c1'), result]));
    assert.deepEqual(
      messages[2]!.content.map((block) => block.type),
      ['tool_result', 'image'],
    );
    assert.deepEqual(messages[2]!.content[0], {
      type: 'tool_result',
      tool_use_id: 'c1',
      content: [{ type: 'text', text: '(no message)' }],
      is_error: true,
    });
  });

  it('makes a tool name fit that the service would refuse, the same in declaration and call', () => {
    const name = 'server.tool with spaces';
    const tools = [{ name, description: '', inputSchema: { type: 'object' } }];
    const messages: Message[] = [
      user('go'),
      { role: 'assistant', content: [{ type: 'tool-call', callId: 'c1', name, input: {} }] },
      answered('c1'),
    ];
    const body = encodeAnthropic(request(messages, { tools }));
    assert.deepEqual(checkAnthropic(body), []);
    const [block] = body.messages[1]!.content;
    assert.equal(block?.type === 'tool_use' && block.name, body.tools?.[0]?.name);
  });

  it('never lets the answer be longer than the ceiling, whatever limit is in force (behaviour 6.20)', () => {
    const limits = [{}, { maxOutput: 50_000 }, { maxOutput: 300 }].map(
      (over) => encodeAnthropic(request([user('x')], { ...over, outputCeiling: 4000 })).max_tokens,
    );
    assert.deepEqual(limits, [4000, 4000, 300]);
    assert.equal(encodeAnthropic(request([user('x')], { maxOutput: 50_000 })).max_tokens, 50_000);
  });
});

describe('effort in a Messages body', () => {
  const running = [user('go'), called('c1', signed), answered('c1')];
  const fields = (model: string, effort: string | undefined, messages: readonly Message[] = running) => {
    const body = encodeAnthropic(request(messages, { model, effort }));
    assert.deepEqual(checkAnthropic(body), []);
    return { thinking: body.thinking, output_config: body.output_config };
  };

  it('lets models from 4.6 on decide by it themselves', () => {
    for (const model of ['claude-opus-4-6', 'claude-sonnet-5', 'claude-fable-5-1', 'some-other-model']) {
      assert.deepEqual(fields(model, 'high'), {
        thinking: { type: 'adaptive' },
        output_config: { effort: 'high' },
      });
    }
  });

  it('becomes a budget for models before, within the limit of the answer', () => {
    const enabled = (budget_tokens: number) => ({ type: 'enabled', budget_tokens });
    assert.deepEqual(fields('claude-haiku-4-5', 'low'), {
      thinking: enabled(2048),
      output_config: undefined,
    });
    assert.deepEqual(fields('claude-opus-4-5-20251101', 'medium'), {
      thinking: enabled(8192),
      output_config: { effort: 'medium' },
    });
    assert.deepEqual(fields('claude-sonnet-4-20250514', 'max').thinking, enabled(20_000 - 1024));
  });

  it('asks an older model for no thoughts in a batch that began without one', () => {
    const messages = [user('go'), called('c1'), answered('c1'), called('c2', signed), answered('c2')];
    assert.equal(fields('claude-haiku-4-5', 'high', messages).thinking, undefined);
  });

  it('is none: thinking is switched off and no thought is sent', () => {
    assert.deepEqual(fields('claude-sonnet-5', 'none').thinking, { type: 'disabled' });
    const body = encodeAnthropic(request(running, { effort: 'none' }));
    assert.ok(body.messages.every((message) => message.content.every((block) => block.type !== 'thinking')));
  });

  it('is absent: models that think only when asked get no thoughts back', () => {
    const body = encodeAnthropic(request(running, { model: 'claude-sonnet-4-6' }));
    assert.deepEqual(checkAnthropic(body), []);
    assert.ok(body.messages.every((message) => message.content.every((block) => block.type !== 'thinking')));
  });
});
