// Tool calls and their results in Chat Completions: the results stand right behind the calls, one for each, before
// anything else.

import { violation, type Path } from '../place.ts';
import type { Message } from './messages.ts';

export function callViolations(messages: readonly Message[]): string[] {
  const found = repeatedCalls(messages);
  let open = new Set<string>();
  let answered = new Set<string>();
  let caller: Path = [];
  for (const [index, message] of messages.entries()) {
    const path: Path = ['messages', index];
    if (message.role === 'tool') {
      const id = message.tool_call_id;
      if (answered.has(id)) found.push(violation([...path, 'tool_call_id'], `a second result for ${id}`));
      else if (!open.delete(id)) {
        found.push(violation([...path, 'tool_call_id'], `no call ${id} in the assistant message before`));
      }
      answered.add(id);
      continue;
    }
    found.push(...unanswered(open, caller));
    open = new Set(callIds(message));
    answered = new Set();
    caller = path;
  }
  return [...found, ...unanswered(open, caller)];
}

function unanswered(open: ReadonlySet<string>, caller: Path): string[] {
  if (open.size === 0) return [];
  return [violation([...caller, 'tool_calls'], `no tool message right after for ${[...open].join(', ')}`)];
}

// Documented for the results of one message; a server that keeps calls by id needs it for the whole request.
function repeatedCalls(messages: readonly Message[]): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    for (const [place, id] of callIds(message).entries()) {
      if (seen.has(id)) {
        found.push(violation(['messages', index, 'tool_calls', place, 'id'], 'call ids must be unique'));
      }
      seen.add(id);
    }
  }
  return found;
}

function callIds(message: Message): string[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [];
}
