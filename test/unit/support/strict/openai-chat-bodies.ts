// Sound Chat Completions requests. The compiler holds them to the SDK's own type.

import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import { samplePng } from '../../../support/strict/sample-image.ts';

const path = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };

const picture = `data:image/png;base64,${samplePng}`;

/** A finished batch of two parallel calls and a picture in the newest prompt. */
export const conversation: ChatCompletionCreateParams = {
  model: 'gpt-5.5',
  stream: true,
  stream_options: { include_usage: true },
  max_completion_tokens: 4096,
  tools: [
    { type: 'function', function: { name: 'read', description: 'Reads a file.', parameters: path } },
    {
      type: 'function',
      function: { name: 'list', strict: true, parameters: { ...path, additionalProperties: false } },
    },
  ],
  tool_choice: { type: 'function', function: { name: 'read' } },
  messages: [
    { role: 'system', content: 'You edit code.' },
    { role: 'user', content: 'What is in a.txt?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"path":"a.txt"}' } },
        { id: 'call_2', type: 'function', function: { name: 'list', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'hello' },
    { role: 'tool', tool_call_id: 'call_2', content: 'Error: no such folder' },
    { role: 'assistant', content: 'It says hello.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And this picture?' },
        { type: 'image_url', image_url: { url: picture, detail: 'low' } },
      ],
    },
  ],
};

export const accepted: Readonly<Record<string, ChatCompletionCreateParams>> = {
  'a single prompt': { model: 'llama3', messages: [{ role: 'user', content: 'Hi' }] },
  'parallel calls, a failed result and an image': conversation,
  'a running loop of calls, the first with text, results in any order': {
    model: 'gpt-5.5',
    tools: [{ type: 'function', function: { name: 'now' } }],
    parallel_tool_calls: true,
    messages: [
      { role: 'user', content: 'What time is it?' },
      {
        role: 'assistant',
        content: 'I will look.',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'now', arguments: '{}' } },
          { id: 'b', type: 'function', function: { name: 'now', arguments: '{"zone":"UTC"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'b', content: '' },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'noon' }] },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'now', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'still noon' },
    ],
  },
  'reasoning, prompt caching and instructions between the turns': {
    model: 'gpt-5.5',
    reasoning_effort: 'high',
    verbosity: 'low',
    prompt_cache_key: 'session-1',
    prompt_cache_options: { mode: 'implicit', ttl: '30m' },
    store: false,
    messages: [
      { role: 'developer', content: [{ type: 'text', text: 'You edit code.' }] },
      { role: 'user', content: 'Hi', name: 'sam' },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: 'Go on.' },
    ],
  },
  'images of a result in the prompt right behind it, one by its address': {
    model: 'gpt-4.1',
    tools: [{ type: 'function', function: { name: 'see', parameters: { type: 'object', properties: {} } } }],
    messages: [
      { role: 'user', content: 'Look.' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'see', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'The image follows.' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: picture } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
        ],
      },
    ],
  },
  'a refusal in the history, sampling settings and stop sequences': {
    model: 'gpt-4.1',
    temperature: 0,
    top_p: 1,
    stop: ['END'],
    metadata: { session: 's-1' },
    messages: [
      { role: 'user', content: 'Do it.' },
      { role: 'assistant', content: null, refusal: 'I will not.' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'Nor this.' }] },
      { role: 'user', content: 'Then something else.' },
    ],
  },
};
