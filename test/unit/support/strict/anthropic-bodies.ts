// Sound Messages requests. The compiler holds them to the SDK's own type.

import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages';
import { samplePng } from '../../../support/strict/sample-image.ts';

const path = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } as const;

const read = { name: 'read', description: 'Reads a file.', input_schema: { ...path, required: ['path'] } };

const list = {
  name: 'list',
  strict: true,
  input_schema: { ...path, required: ['path'], additionalProperties: false },
};

const png = { type: 'base64', media_type: 'image/png', data: samplePng } as const;

/** A finished batch of two parallel calls, one of which failed, cache marks, and a picture in the newest prompt. */
export const conversation: MessageCreateParams = {
  model: 'claude-sonnet-5-5',
  max_tokens: 4096,
  system: [{ type: 'text', text: 'You edit code.', cache_control: { type: 'ephemeral' } }],
  tools: [read, { ...list, cache_control: { type: 'ephemeral', ttl: '1h' } }],
  messages: [
    { role: 'user', content: 'What is in a.txt?' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I will look.' },
        { type: 'tool_use', id: 'call_1', name: 'read', input: { path: 'a.txt' } },
        { type: 'tool_use', id: 'call_2', name: 'list', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call_1', content: 'hello' },
        { type: 'tool_result', tool_use_id: 'call_2', content: 'no such folder', is_error: true },
        { type: 'text', text: 'Never mind the list.' },
      ],
    },
    { role: 'assistant', content: 'It says hello.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And this picture?' },
        { type: 'image', source: png, cache_control: { type: 'ephemeral' } },
      ],
    },
  ],
};

/** A loop of calls that still runs, with manual thinking; the second answer came without a thought of its own. */
export const thinkingLoop: MessageCreateParams = {
  model: 'claude-sonnet-4-5',
  max_tokens: 8192,
  thinking: { type: 'enabled', budget_tokens: 2048 },
  tools: [read],
  tool_choice: { type: 'auto' },
  messages: [
    { role: 'user', content: 'Compare a.txt with b.txt.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'First the one.', signature: 'sig-1' },
        { type: 'tool_use', id: 'call_1', name: 'read', input: { path: 'a.txt' } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'hello' }] },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'call_2', name: 'read', input: { path: 'b.txt' } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_2' }] },
  ],
};

export const accepted: Readonly<Record<string, MessageCreateParams>> = {
  'a single prompt': {
    model: 'claude-haiku-4-5',
    max_tokens: 1,
    messages: [{ role: 'user', content: 'Hi' }],
  },
  'parallel calls, a failed result, cache marks and an image': conversation,
  'a running loop with manual thinking': thinkingLoop,
  'adaptive thinking with omitted and redacted thoughts, and an effort': {
    model: 'claude-opus-5',
    max_tokens: 1024,
    stream: true,
    thinking: { type: 'adaptive', display: 'omitted' },
    output_config: { effort: 'high' },
    system: 'You edit code.',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Why?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '', signature: 'sig-1' },
          { type: 'redacted_thinking', data: 'ZGF0YQ==' },
          { type: 'text', text: 'Because.' },
        ],
      },
      { role: 'user', content: 'And then?' },
    ],
  },
  'images inside a result, by address and by file, and a mark on the result': {
    model: 'claude-sonnet-5-5',
    max_tokens: 100,
    tools: [{ name: 'see', input_schema: { type: 'object' } }],
    messages: [
      {
        role: 'user',
        content: [{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'see', input: {} }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'c1',
            content: [
              { type: 'text', text: 'Two pictures:' },
              { type: 'image', source: png },
              { type: 'image', source: { type: 'file', file_id: 'file_1' } },
            ],
            cache_control: { type: 'ephemeral', ttl: '5m' },
          },
        ],
      },
    ],
  },
  'an automatic cache mark, a forced tool and stop sequences': {
    model: 'claude-sonnet-4-5',
    max_tokens: 100,
    cache_control: { type: 'ephemeral' },
    tools: [read],
    tool_choice: { type: 'tool', name: 'read', disable_parallel_tool_use: true },
    stop_sequences: ['END'],
    metadata: { user_id: 'u-1' },
    service_tier: 'standard_only',
    messages: [{ role: 'user', content: 'Read a.txt.' }],
  },
  'thoughts of a finished answer while thinking is off, and a call to a tool by an undeclared name': {
    model: 'claude-sonnet-4-5',
    max_tokens: 100,
    tools: [read],
    messages: [
      { role: 'user', content: 'Look.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'sig-1' },
          { type: 'tool_use', id: 'c1', name: 'mcp.look around', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: '' }] },
      { role: 'assistant', content: 'Nothing there.' },
      { role: 'user', content: 'Thanks.' },
    ],
  },
};
