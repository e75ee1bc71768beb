// Replies as Anthropic's Messages API sends them.

import { argumentsText, streamed, type Reply, type ReplyPart, type ReplyUsage } from './reply.ts';
import type { Rendered, Wire } from './rendered.ts';

const stopReasons = {
  end: 'end_turn',
  'tool-use': 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
} as const;

export const anthropicWire: Wire = {
  path: '/v1/messages',
  render,
  unknownFrames: [
    frame('ping', {}),
    ': a comment\n\n',
    frame('message_weather', { outlook: 'fair' }),
    frame('content_block_delta', { index: 99, delta: { type: 'colour_delta', colour: 'blue' } }),
  ],
  overloadedFrame: frame('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
};

function render(reply: Reply): Rendered {
  const start = { ...envelope, content: [], stop_reason: null, ...counted(reply.usage, 1) };
  const delta = { stop_reason: stopReasons[reply.stop], stop_sequence: null };
  const frames = [
    frame('message_start', { message: start }),
    frame('ping', {}),
    ...reply.parts.flatMap(blockFrames),
    frame('message_delta', { delta, ...counted(reply.usage, reply.usage?.output ?? 0) }),
  ];
  return {
    frames: [...frames, frame('message_stop', {})],
    terminalAt: frames.length,
    whole: {
      ...envelope,
      content: reply.parts.map(block),
      ...delta,
      ...counted(reply.usage, reply.usage?.output ?? 0),
    },
  };
}

const envelope = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', stop_sequence: null };

function frame(event: string, fields: object): string {
  return `event: ${event}\ndata: ${JSON.stringify({ type: event, ...fields })}\n\n`;
}

function blockFrames(part: ReplyPart, index: number): string[] {
  const deltas = deltasOf(part).map((delta) => frame('content_block_delta', { index, delta }));
  return [
    frame('content_block_start', { index, content_block: opened(part) }),
    ...deltas,
    frame('content_block_stop', { index }),
  ];
}

function opened(part: ReplyPart): object {
  if (part.kind === 'text') return { type: 'text', text: '' };
  if (part.kind === 'reasoning') return { type: 'thinking', thinking: '', signature: '' };
  return { type: 'tool_use', id: part.id, name: part.name, input: {} };
}

function deltasOf(part: ReplyPart): object[] {
  if (part.kind === 'text') return streamed(part.text).map((text) => ({ type: 'text_delta', text }));
  if (part.kind === 'reasoning') {
    return [
      ...streamed(part.text).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: part.seal },
    ];
  }
  return ['', ...streamed(argumentsText(part))].map((partial_json) => ({
    type: 'input_json_delta',
    partial_json,
  }));
}

function block(part: ReplyPart): object {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  if (part.kind === 'reasoning') return { type: 'thinking', thinking: part.text, signature: part.seal };
  return { type: 'tool_use', id: part.id, name: part.name, input: part.input };
}

function counted(usage: ReplyUsage | null, output: number): object {
  if (usage === null) return {};
  return {
    usage: {
      input_tokens: usage.input,
      cache_read_input_tokens: usage.cacheRead,
      cache_creation_input_tokens: usage.cacheWrite,
      output_tokens: output,
      server_tool_use: null,
    },
  };
}
