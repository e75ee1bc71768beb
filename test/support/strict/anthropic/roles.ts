// Whose word it is: the order of roles over a whole request.

import { violation } from '../place.ts';
import type { Message } from './blocks.ts';

/**
 * A request starts with the user, alternates and ends with the user. The service itself merges neighbours of one role
 * and older models take a last assistant message as a prefill; newer models and other hosts of the same models do
 * neither, so the strictest reading is judged.
 */
export function roleViolations(messages: readonly Message[]): string[] {
  const found: string[] = [];
  if (messages[0]?.role !== 'user')
    found.push(violation(['messages', 0, 'role'], 'the first message must be of the user'));
  for (const [index, message] of messages.entries()) {
    if (index > 0 && message.role === messages[index - 1]?.role) {
      found.push(violation(['messages', index, 'role'], 'roles must alternate'));
    }
  }
  const last = messages.at(-1);
  if (last?.role === 'assistant') {
    const path = ['messages', messages.length - 1];
    found.push(violation([...path, 'role'], 'the last message must be of the user'));
    if (/\s$/u.test(lastText(last))) {
      found.push(
        violation([...path, 'content'], 'final assistant content cannot end with trailing white space'),
      );
    }
  }
  return found;
}

function lastText(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  const block = message.content.at(-1);
  return block?.type === 'text' ? block.text : '';
}
