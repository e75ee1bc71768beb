// Who opens and who closes a chat. OpenAI takes any order; servers that render the messages by a model's own template
// refuse a conversation that opens with the assistant or leaves it nothing to answer.

import { violation } from '../place.ts';
import type { Message } from './messages.ts';

export function roleViolations(messages: readonly Message[]): string[] {
  const found: string[] = [];
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const opening = messages[first];
  // A tool message in this place already answers no call.
  if (opening?.role === 'assistant') {
    found.push(violation(['messages', first, 'role'], 'the conversation must open with the user'));
  }
  const last = messages.at(-1);
  if (last?.role === 'assistant' && last.tool_calls === undefined) {
    found.push(
      violation(
        ['messages', messages.length - 1, 'role'],
        'the conversation must not close with the assistant',
      ),
    );
  }
  return found;
}
