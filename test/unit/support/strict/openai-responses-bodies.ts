// Sound Responses requests. The compiler holds them to the SDK's own type.

import type { ResponseCreateParams } from 'openai/resources/responses/responses';
import { samplePng } from '../../../support/strict/sample-image.ts';

const path = {
  type: 'object',
  properties: { path: { type: 'string' } },
  required: ['path'],
  additionalProperties: false,
};

const picture = `data:image/png;base64,${samplePng}`;

/** A finished batch of two parallel calls with their reasoning, kept by nobody, and a picture in the newest prompt. */
export const conversation: ResponseCreateParams = {
  model: 'gpt-5.5',
  instructions: 'You edit code.',
  store: false,
  stream: true,
  include: ['reasoning.encrypted_content'],
  reasoning: { effort: 'high', summary: 'auto' },
  max_output_tokens: 4096,
  tools: [
    { type: 'function', name: 'read', description: 'Reads a file.', parameters: path, strict: true },
    { type: 'function', name: 'list', parameters: { type: 'object', properties: {} }, strict: false },
  ],
  tool_choice: { type: 'function', name: 'read' },
  parallel_tool_calls: true,
  input: [
    { role: 'user', content: 'What is in a.txt?' },
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'Look into the file.' }],
      encrypted_content: 'c2VjcmV0',
    },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{"path":"a.txt"}' },
    { type: 'function_call', id: 'fc_2', call_id: 'call_2', name: 'list', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'hello' },
    { type: 'function_call_output', call_id: 'call_2', output: 'Error: no such folder' },
    {
      type: 'message',
      role: 'assistant',
      id: 'msg_1',
      status: 'completed',
      content: [{ type: 'output_text', text: 'It says hello.', annotations: [] }],
    },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'And this picture?' },
        { type: 'input_image', image_url: picture, detail: 'auto' },
      ],
    },
  ],
};

export const accepted: Readonly<Record<string, ResponseCreateParams>> = {
  'a single prompt as text': { model: 'gpt-5.5', input: 'Hi' },
  'parallel calls with reasoning, a failed result and an image': conversation,
  'a running loop of calls, with images in a result and text between call and output': {
    model: 'gpt-5.5',
    store: false,
    tools: [{ type: 'function', name: 'see', parameters: null, strict: null }],
    tool_choice: 'required',
    input: [
      { role: 'user', content: 'Look.' },
      { type: 'function_call', call_id: 'c1', name: 'see', arguments: '{}', status: 'completed' },
      { role: 'assistant', content: 'I am looking.' },
      {
        type: 'function_call_output',
        call_id: 'c1',
        output: [
          { type: 'input_text', text: 'Two pictures:' },
          { type: 'input_image', image_url: picture, detail: 'high' },
          { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'low' },
        ],
      },
      { type: 'function_call', call_id: 'c2', name: 'see', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c2', output: '' },
    ],
  },
  'a history from elsewhere: plain messages, instructions among them, prompt caching': {
    model: 'gpt-5.5',
    prompt_cache_key: 'session-1',
    prompt_cache_options: { mode: 'implicit', ttl: '30m' },
    text: { verbosity: 'low' },
    input: [
      { role: 'developer', content: [{ type: 'input_text', text: 'You edit code.' }] },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.', phase: 'final_answer' },
      { role: 'system', content: 'Be brief.' },
      { type: 'message', role: 'user', content: 'Go on.' },
    ],
  },
  'items kept by the service, by reference and as reasoning without content': {
    model: 'gpt-5.5',
    input: [
      { role: 'user', content: 'Hi' },
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'item_reference', id: 'msg_1' },
      { role: 'user', content: 'Go on.' },
    ],
  },
  'two thoughts before one answer, and a refusal': {
    model: 'gpt-5.5',
    store: false,
    input: [
      { role: 'user', content: 'Do it.' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'YQ==' },
      {
        type: 'reasoning',
        id: 'rs_2',
        summary: [],
        content: [{ type: 'reasoning_text', text: 'No.' }],
        encrypted_content: 'Yg==',
      },
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_1',
        status: 'incomplete',
        content: [{ type: 'refusal', refusal: 'I will not.' }],
      },
      { role: 'user', content: 'Then something else.' },
    ],
  },
};
