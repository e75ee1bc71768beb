// What every request must be, whoever is asked: messages that alternate, begin and end with the user, and calls that are
// answered once, right behind, in call order.

import assert from 'node:assert/strict';
import type { ChatRequest, Message } from '../../src/core/provider/request.ts';

export function assertSound({ messages }: ChatRequest): void {
  assert.ok(messages.length % 2 === 1, 'it begins and ends with the user');
  const seen = new Set<string>();
  messages.forEach((message, place) => {
    assert.equal(message.role, place % 2 === 0 ? 'user' : 'assistant');
    assert.ok(message.content.length > 0, 'no message is empty');
    const calls = callIds(message);
    for (const id of calls) {
      assert.ok(!seen.has(id), `the call id ${id} is used once`);
      seen.add(id);
    }
    if (message.role === 'assistant') assert.deepEqual(resultIds(messages[place + 1]), calls);
    else assert.deepEqual(resultIds(message), place === 0 ? [] : callIds(messages[place - 1]));
  });
}

function callIds(message: Message | undefined): readonly string[] {
  if (message?.role !== 'assistant') return [];
  return message.content.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []));
}

function resultIds(message: Message | undefined): readonly string[] {
  if (message?.role !== 'user') return [];
  return message.content.flatMap((part) => (part.type === 'tool-result' ? [part.callId] : []));
}
