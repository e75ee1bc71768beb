// One small line of every shape the readers know, all with the same few ids, so that mutations of them meet.

import type { Json } from '../../../src/base/json.ts';

const pixel = 'iVBORw0KGgo=';
const at = '2026-01-01T00:00:00.000Z';
const claude = { uuid: 'u', parentUuid: 'p', sessionId: 's', timestamp: at, cwd: '/w' };
const claudeUser = (content: Json): Json => ({ ...claude, type: 'user', message: { role: 'user', content } });
const claudeAssistant = (content: Json): Json => ({
  ...claude,
  type: 'assistant',
  message: { id: 'm', role: 'assistant', model: 'x', content, usage: { output_tokens: 1 } },
});
const codex = (type: string, payload: Json): Json => ({ timestamp: at, type, payload });
const pi = (message: Json): Json => ({ type: 'message', id: 'e', parentId: 'p', timestamp: at, message });
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } };

export const realShapes: readonly Json[] = [
  claudeUser('text'),
  claudeUser([{ type: 'text', text: '[Request interrupted by user]' }]),
  claudeUser([
    { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'x' }, image], is_error: true },
  ]),
  claudeAssistant([
    { type: 'thinking', thinking: 'x', signature: 'c2ln' },
    { type: 'text', text: 'x' },
  ]),
  claudeAssistant([{ type: 'tool_use', id: 't', name: 'x', input: { a: [1] } }]),
  { ...(claudeUser('summary') as object), isCompactSummary: true },
  { ...(claudeUser('side') as object), isSidechain: true, agentId: 'a', uuid: 'u2' },
  {
    ...claude,
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'manual', preservedSegment: { headUuid: 'u', tailUuid: 'u2' } },
  },
  { type: 'queue-operation', operation: 'enqueue', content: 'typed', sessionId: 's' },
  { type: 'queue-operation', operation: 'remove', sessionId: 's' },
  {
    ...claude,
    type: 'attachment',
    attachment: { type: 'queued_command', prompt: 'typed', commandMode: 'prompt' },
  },
  codex('session_meta', { id: 'x', cwd: '/w' }),
  codex('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x' }] }),
  codex('response_item', {
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 'x' }],
    encrypted_content: 'g',
  }),
  codex('response_item', { type: 'function_call', name: 'x', arguments: '{}', call_id: 't' }),
  codex('response_item', {
    type: 'function_call_output',
    call_id: 't',
    output: '{"metadata":{"exit_code":1}}',
  }),
  codex('event_msg', { type: 'user_message', message: 'x', images: [`data:image/png;base64,${pixel}`] }),
  codex('event_msg', { type: 'turn_aborted' }),
  codex('event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
  codex('compacted', { message: 'x', replacement_history: [{ type: 'message', role: 'user', content: [] }] }),
  { type: 'session', id: 's', timestamp: at, cwd: '/w', provider: 'p', modelId: 'm' },
  pi({ role: 'user', content: [{ type: 'image', data: pixel, mimeType: 'image/png' }] }),
  pi({
    role: 'assistant',
    content: [{ type: 'toolCall', id: 't', name: 'x', arguments: {} }],
    stopReason: 'aborted',
  }),
  pi({ role: 'toolResult', toolCallId: 't', content: [{ type: 'text', text: 'x' }], isError: false }),
  { type: 'compaction', id: 'c', parentId: 'e', timestamp: at, summary: 'x', firstKeptEntryId: 'e' },
  { role: 'assistant', content: 'x', tool_calls: [{ id: 't', function: { name: 'x', arguments: '{}' } }] },
  {
    role: 'tool',
    tool_call_id: 't',
    content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } }],
  },
  { role: 'user', content: 'x' },
  {
    responderUsername: 'x',
    requests: [
      {
        message: { text: 'x' },
        timestamp: 1,
        response: [
          { value: 'x' },
          { kind: 'thinking', value: ['x'] },
          {
            kind: 'toolInvocationSerialized',
            toolId: 'x',
            toolCallId: 't',
            isComplete: true,
            resultDetails: { input: '{}', output: [{ isText: true, value: 'x' }] },
          },
          {
            kind: 'toolInvocationSerialized',
            toolId: 'x',
            toolCallId: 'v',
            subAgentInvocationId: 't',
            pastTenseMessage: 'x',
          },
        ],
        result: {
          metadata: {
            toolCallRounds: [{ response: 'x', toolCalls: [{ id: 't', name: 'x', arguments: '{}' }] }],
            toolCallResults: { t: { content: [{ value: { node: { type: 2, text: 'x' } } }] } },
          },
        },
      },
    ],
  },
];
