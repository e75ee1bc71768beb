// Thinking: its settings and where its blocks must and must not stand. Whether a block is unchanged since the service
// signed it cannot be told from the request; only that it carries a signature is judged, by its shape.

import { violation } from '../place.ts';
import { assistantBlocks, userBlocks, type AssistantBlock, type Message } from './blocks.ts';
import type { AnthropicBody } from './body.ts';

// Up to these families a request without the setting gets no thinking; later models think unless told not to.
const offUnlessAsked = /^claude-(?:[a-z]+-4|3)(?:-|$)/u;

export function thinkingViolations(body: AnthropicBody): string[] {
  return [...settings(body), ...lastBlocks(body.messages), ...openLoop(body)];
}

function settings({ thinking, max_tokens, tool_choice }: AnthropicBody): string[] {
  if (thinking?.type !== 'enabled') return [];
  const found: string[] = [];
  if (thinking.budget_tokens >= max_tokens) {
    found.push(violation(['thinking', 'budget_tokens'], 'must be less than max_tokens'));
  }
  if (tool_choice?.type === 'any' || tool_choice?.type === 'tool') {
    found.push(violation(['tool_choice'], 'must not force a tool while thinking is enabled'));
  }
  return found;
}

// Sure for the last message, reported for others; held for all.
function lastBlocks(messages: readonly Message[]): string[] {
  return messages.flatMap((message, index) =>
    isThinking(assistantBlocks(message).at(-1))
      ? [violation(['messages', index], 'the final block of an assistant message cannot be thinking')]
      : [],
  );
}

/** A loop of calls and results that still runs counts as one assistant answer with one thinking setting. */
function openLoop({ messages, thinking, model }: AnthropicBody): string[] {
  const answers = openAnswers(messages);
  const first = answers[0];
  if (first === undefined) return [];
  if (thinking?.type === 'enabled' && !isThinking(assistantBlocks(messages[first])[0])) {
    return [
      violation(
        ['messages', first, 'content', 0],
        'must be thinking: this answer still runs, with thinking enabled',
      ),
    ];
  }
  const off = thinking === undefined ? offUnlessAsked.test(model) : thinking.type === 'disabled';
  const holding = off ? answers.filter((index) => assistantBlocks(messages[index]).some(isThinking)) : [];
  return holding.map((index) =>
    violation(['messages', index], 'cannot contain thinking: this answer still runs, with thinking off'),
  );
}

function openAnswers(messages: readonly Message[]): number[] {
  const answers: number[] = [];
  for (let index = messages.length - 1; index > 0; index -= 2) {
    if (!userBlocks(messages[index]).some((block) => block.type === 'tool_result')) break;
    answers.unshift(index - 1);
  }
  return answers;
}

function isThinking(block: AssistantBlock | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}
