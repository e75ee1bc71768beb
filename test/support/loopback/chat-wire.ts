// Replies as OpenAI's Chat Completions API, and the servers compatible with it, send them.

import { argumentsText, streamed, type Reply, type ReplyPart, type ReplyUsage } from './reply.ts';
import type { Rendered, Wire } from './rendered.ts';

const finishReasons = {
  end: 'stop',
  'tool-use': 'tool_calls',
  length: 'length',
  refusal: 'content_filter',
} as const;

const envelope = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'scripted' };

export const chatWire: Wire = {
  path: '/v1/chat/completions',
  render,
  unknownFrames: [': a comment\n\n', frame({ weather: 'fair' }), frame(chunk({ mood: 'calm' }))],
  overloadedFrame: frame({ error: { message: 'The server is overloaded', type: 'server_error', code: 503 } }),
};

function render(reply: Reply): Rendered {
  const finish_reason = finishReasons[reply.stop];
  const calls = reply.parts.filter((part) => part.kind === 'call');
  const deltas = reply.parts.flatMap((part) =>
    deltasOf(part, part.kind === 'call' ? calls.indexOf(part) : 0),
  );
  const frames = [chunk({ role: 'assistant', content: '' }), ...deltas.map((delta) => chunk(delta))].map(
    frame,
  );
  const ending = [
    frame(chunk({}, finish_reason)),
    ...(reply.usage === null ? [] : [frame({ ...envelope, choices: [], usage: counted(reply.usage) })]),
    'data: [DONE]\n\n',
  ];
  return {
    frames: [...frames, ...ending],
    terminalAt: frames.length,
    whole: {
      ...envelope,
      object: 'chat.completion',
      choices: [{ index: 0, message: message(reply), finish_reason }],
      ...(reply.usage === null ? {} : { usage: counted(reply.usage) }),
    },
  };
}

function chunk(delta: object, finish_reason: string | null = null): object {
  return { ...envelope, choices: [{ index: 0, delta, finish_reason }], usage: null };
}

function frame(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

function deltasOf(part: ReplyPart, index: number): object[] {
  if (part.kind === 'text') return streamed(part.text).map((content) => ({ content }));
  if (part.kind === 'reasoning') {
    return streamed(part.text).map((reasoning_content) => ({ reasoning_content }));
  }
  const { id, name } = part;
  return [
    { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
    ...streamed(argumentsText(part)).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    })),
  ];
}

function message(reply: Reply): object {
  const written = reply.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const thought = reply.parts.map((part) => (part.kind === 'reasoning' ? part.text : '')).join('');
  const calls = reply.parts.filter((part) => part.kind === 'call');
  return {
    role: 'assistant',
    content: written === '' ? null : written,
    refusal: null,
    ...(thought === '' ? {} : { reasoning_content: thought }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: argumentsText(call) },
          })),
        }),
  };
}

function counted(usage: ReplyUsage): object {
  const prompt_tokens = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    prompt_tokens,
    completion_tokens: usage.output,
    total_tokens: prompt_tokens + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite },
  };
}
