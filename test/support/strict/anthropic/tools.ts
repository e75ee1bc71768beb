// Declared tools: their names, their schemas, the choice among them, and that a history with calls declares tools.

import { violation } from '../place.ts';
import { schemaViolations } from '../tool-schema.ts';
import { assistantBlocks, userBlocks } from './blocks.ts';
import type { AnthropicBody } from './body.ts';

// The documented pattern names no depth, so it is held at every depth.
const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/u;
const forbiddenAtTop = ['oneOf', 'allOf', 'anyOf'];

export function toolViolations(body: AnthropicBody): string[] {
  const { tools = [], tool_choice: choice } = body;
  const names = tools.map((tool) => tool.name);
  const found = tools.flatMap((tool, index) => [
    ...(names.indexOf(tool.name) < index
      ? [violation(['tools', index, 'name'], 'tool names must be unique')]
      : []),
    ...schemaViolations(tool.input_schema, ['tools', index, 'input_schema'], {
      forbiddenAtTop,
      propertyName,
      spelledOut: false,
      closed: tool.strict === true ? 'no-extras' : 'no',
    }),
  ]);
  if (choice !== undefined && choice.type !== 'none' && tools.length === 0) {
    found.push(violation(['tool_choice'], 'is only allowed with tools'));
  } else if (choice?.type === 'tool' && !names.includes(choice.name)) {
    found.push(violation(['tool_choice', 'name'], 'names no declared tool'));
  }
  if (tools.length === 0 && holdsCalls(body)) {
    found.push(violation(['tools'], 'must be declared: the messages hold tool calls or results'));
  }
  return found;
}

function holdsCalls({ messages }: AnthropicBody): boolean {
  return messages.some(
    (message) =>
      assistantBlocks(message).some((block) => block.type === 'tool_use') ||
      userBlocks(message).some((block) => block.type === 'tool_result'),
  );
}
