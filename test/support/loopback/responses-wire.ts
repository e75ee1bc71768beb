// Replies as OpenAI's Responses API sends them.

import { argumentsText, streamed, type Reply, type ReplyPart, type ReplyUsage } from './reply.ts';
import type { Rendered, Wire } from './rendered.ts';

export const responsesWire: Wire = {
  path: '/v1/responses',
  render,
  unknownFrames: [
    ': a comment\n\n',
    frame('response.weather.delta', { output_index: 0, delta: 'fair' }),
    frame('response.output_text.annotation.added', { output_index: 0, annotation: { type: 'url_citation' } }),
  ],
  overloadedFrame: frame('error', {
    code: 'server_error',
    message: 'The server is overloaded',
    param: null,
    sequence_number: 3,
  }),
};

function render(reply: Reply): Rendered {
  const cut = reply.stop === 'length' || reply.stop === 'refusal';
  const whole = {
    ...envelope,
    status: cut ? 'incomplete' : 'completed',
    output: reply.parts.map(item),
    incomplete_details: cut
      ? { reason: reply.stop === 'length' ? 'max_output_tokens' : 'content_filter' }
      : null,
    usage: counted(reply.usage),
  };
  const open = { ...envelope, status: 'in_progress', output: [], incomplete_details: null, usage: null };
  const frames = [
    frame('response.created', { response: open }),
    frame('response.in_progress', { response: open }),
    ...reply.parts.flatMap(itemFrames),
  ];
  return {
    frames: [...frames, frame(cut ? 'response.incomplete' : 'response.completed', { response: whole })],
    terminalAt: frames.length,
    whole,
  };
}

const envelope = { id: 'resp_1', object: 'response', model: 'scripted', error: null };

function frame(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, ...fields })}\n\n`;
}

function itemFrames(part: ReplyPart, output_index: number): string[] {
  const done = item(part, output_index);
  const at = { item_id: done['id'], output_index };
  return [
    frame('response.output_item.added', { output_index, item: { ...done, ...emptied(part) } }),
    ...pieceFrames(part, at),
    frame('response.output_item.done', { output_index, item: done }),
  ];
}

function pieceFrames(part: ReplyPart, at: object): string[] {
  if (part.kind === 'text') {
    const content_index = 0;
    return [
      frame('response.content_part.added', { ...at, content_index, part: { type: 'output_text', text: '' } }),
      ...streamed(part.text).map((delta) =>
        frame('response.output_text.delta', { ...at, content_index, delta }),
      ),
      frame('response.output_text.done', { ...at, content_index, text: part.text }),
    ];
  }
  if (part.kind === 'reasoning') {
    const summary_index = 0;
    return [
      frame('response.reasoning_summary_part.added', { ...at, summary_index }),
      ...streamed(part.text).map((delta) =>
        frame('response.reasoning_summary_text.delta', { ...at, summary_index, delta }),
      ),
    ];
  }
  return streamed(argumentsText(part)).map((delta) =>
    frame('response.function_call_arguments.delta', { ...at, delta }),
  );
}

function emptied(part: ReplyPart): object {
  if (part.kind === 'text') return { content: [] };
  return part.kind === 'reasoning' ? { summary: [], encrypted_content: '' } : { arguments: '' };
}

function item(part: ReplyPart, place: number): Record<string, unknown> {
  if (part.kind === 'text') {
    const content = [{ type: 'output_text', text: part.text, annotations: [] }];
    return { type: 'message', id: `msg_${place}`, role: 'assistant', status: 'completed', content };
  }
  if (part.kind === 'reasoning') {
    const summary = [{ type: 'summary_text', text: part.text }];
    // No two thoughts of a service have the same id; their seals tell them apart here.
    const id = `rs_${place}_${part.seal.replace(/\W/g, '').slice(0, 40)}`;
    return { type: 'reasoning', id, summary, encrypted_content: part.seal };
  }
  const { id: call_id, name } = part;
  return { type: 'function_call', id: `fc_${place}`, call_id, name, arguments: argumentsText(part) };
}

function counted(usage: ReplyUsage | null): object | null {
  if (usage === null) return null;
  const input_tokens = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + usage.output,
  };
}
