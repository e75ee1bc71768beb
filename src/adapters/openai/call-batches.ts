// Answers with more calls than one message may hold, told as several with the results of each right behind it.

import type { Message, UserContent } from '../../core/provider/request.ts';

/** Calls of one message of Chat Completions. */
const mostCalls = 128;

/** The same conversation, in which no message has more calls than are allowed. */
export function callBatches(messages: readonly Message[]): readonly Message[] {
  if (!messages.some(hasTooMany)) return messages;
  const list: Message[] = [];
  let waiting: readonly UserContent[] | undefined;
  for (const [place, message] of messages.entries()) {
    if (message.role === 'user') {
      list.push({ role: 'user', content: waiting ?? message.content });
      waiting = undefined;
    } else if (hasTooMany(message)) {
      const next = messages[place + 1];
      waiting = inBatches(message, next?.role === 'user' ? next.content : [], list);
    } else list.push(message);
  }
  return list;
}

type Answer = Extract<Message, { role: 'assistant' }>;

/** Adds all batches but the results of the last, and returns what is left to be heard. */
function inBatches(
  { content }: Answer,
  heard: readonly UserContent[],
  list: Message[],
): readonly UserContent[] {
  let left = heard;
  let batch: Answer['content'][number][] = [];
  let calls: string[] = [];
  for (const part of content) {
    if (part.type === 'tool-call' && calls.length === mostCalls) {
      const ids = new Set(calls);
      const isOwn = (one: UserContent): boolean => one.type === 'tool-result' && ids.has(one.callId);
      list.push({ role: 'assistant', content: batch }, { role: 'user', content: left.filter(isOwn) });
      left = left.filter((one) => !isOwn(one));
      batch = [];
      calls = [];
    }
    if (part.type === 'tool-call') calls.push(part.callId);
    batch.push(part);
  }
  list.push({ role: 'assistant', content: batch });
  return left;
}

function hasTooMany(message: Message): boolean {
  return (
    message.role === 'assistant' &&
    message.content.length > mostCalls &&
    message.content.filter(({ type }) => type === 'tool-call').length > mostCalls
  );
}
