import { checkAnthropic } from '../../../support/strict/check-anthropic.ts';
import { conversation, thinkingLoop } from './anthropic-bodies.ts';
import { gone, refusesEach } from './faults.ts';

const thought = { type: 'thinking', thinking: 'Hm.', signature: 'sig-1' };

describe('the judge of Anthropic requests: thinking', () => {
  refusesEach(checkAnthropic, thinkingLoop, [
    {
      rule: 'a thinking budget below 1024 tokens',
      at: ['thinking', 'budget_tokens'],
      value: 1023,
      found: 'thinking.budget_tokens: must be at least 1024',
    },
    {
      rule: 'a thinking budget that leaves nothing of max_tokens',
      at: ['max_tokens'],
      value: 2048,
      found: 'thinking.budget_tokens: must be less than max_tokens',
    },
    {
      rule: 'a forced tool while thinking is enabled',
      at: ['tool_choice'],
      value: { type: 'any' },
      found: 'tool_choice: must not force a tool while thinking is enabled',
    },
    {
      rule: 'thinking without a signature',
      at: ['messages', 1, 'content', 0, 'signature'],
      value: '',
      found: 'messages[1].content[0].signature: must not be empty',
    },
    {
      rule: 'a running loop that does not open with its thought while thinking is enabled',
      at: ['messages', 1, 'content'],
      value: [{ type: 'tool_use', id: 'call_1', name: 'read', input: {} }],
      found: 'messages[1].content[0]: must be thinking: this answer still runs, with thinking enabled',
    },
    {
      rule: 'thoughts of a running loop while thinking is disabled',
      at: ['thinking'],
      value: { type: 'disabled' },
      found: 'messages[1]: cannot contain thinking: this answer still runs, with thinking off',
    },
    {
      rule: 'thoughts of a running loop while a model that thinks only when asked is not asked',
      at: ['thinking'],
      value: gone,
      found: 'messages[1]: cannot contain thinking: this answer still runs, with thinking off',
    },
    {
      rule: 'an assistant message that ends in thought',
      at: ['messages', 3, 'content', 1],
      value: thought,
      found: 'messages[3]: the final block of an assistant message cannot be thinking',
    },
    {
      rule: 'a thinking setting that does not exist',
      at: ['thinking', 'type'],
      value: 'always',
      found:
        "thinking.type: Invalid discriminator value. Expected 'enabled' | 'adaptive' | 'between_tools' | 'disabled'",
    },
  ]);

  refusesEach(checkAnthropic, conversation, [
    {
      rule: 'a thought of the user',
      at: ['messages', 4, 'content', 0],
      value: thought,
      found:
        "messages[4].content[0].type: Invalid discriminator value. Expected 'text' | 'image' | 'tool_result'",
    },
  ]);
});
