// Tool calls and their results: each call has one result, at the start of the very next message.

import { violation, type Path } from '../place.ts';
import { assistantBlocks, userBlocks, type Message, type ToolResult } from './blocks.ts';

export function resultViolations(messages: readonly Message[]): string[] {
  const found = repeatedCalls(messages);
  for (const [index, message] of messages.entries()) {
    const path: Path = ['messages', index];
    const open = new Set(callIds(messages[index - 1]));
    found.push(...answers(message, path, open));
    const unanswered = callIds(message).filter((id) => !answeredIds(messages[index + 1]).includes(id));
    if (unanswered.length > 0) {
      found.push(violation(path, `no tool_result right after this message for ${unanswered.join(', ')}`));
    }
  }
  return found;
}

function repeatedCalls(messages: readonly Message[]): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    for (const [place, block] of assistantBlocks(message).entries()) {
      if (block.type !== 'tool_use') continue;
      if (seen.has(block.id)) {
        found.push(violation(['messages', index, 'content', place, 'id'], 'tool_use ids must be unique'));
      }
      seen.add(block.id);
    }
  }
  return found;
}

function answers(message: Message, path: Path, open: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const answered = new Set<string>();
  let otherBefore = false;
  for (const [place, block] of userBlocks(message).entries()) {
    const at = [...path, 'content', place];
    if (block.type !== 'tool_result') {
      otherBefore = true;
      continue;
    }
    if (!open.has(block.tool_use_id)) {
      found.push(violation(at, `no tool_use ${block.tool_use_id} in the message before`));
    } else if (answered.has(block.tool_use_id)) {
      found.push(violation(at, `a second result for ${block.tool_use_id}`));
    } else if (otherBefore) {
      found.push(violation(at, 'tool_result blocks must come before any other content'));
    }
    answered.add(block.tool_use_id);
    found.push(...errorContent(block, at));
  }
  return found;
}

function errorContent(result: ToolResult, path: Path): string[] {
  if (result.is_error !== true) return [];
  const { content } = result;
  if (content === undefined || content.length === 0) {
    return [violation(path, 'content cannot be empty if is_error is true')];
  }
  if (typeof content !== 'string' && content.some((block) => block.type !== 'text')) {
    return [violation(path, 'all content must be text if is_error is true')];
  }
  return [];
}

function callIds(message: Message | undefined): string[] {
  return assistantBlocks(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

function answeredIds(message: Message | undefined): string[] {
  return userBlocks(message).flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
}
