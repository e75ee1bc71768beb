import { checkAnthropic } from '../../../support/strict/check-anthropic.ts';
import { conversation } from './anthropic-bodies.ts';
import { refusesEach } from './faults.ts';

const { messages } = conversation;
const [prompt, calls, results, answer, picture] = messages;
const result = { type: 'tool_result', tool_use_id: 'call_1', content: 'hello' };
const failure = { type: 'tool_result', tool_use_id: 'call_2', content: 'no such folder', is_error: true };
const note = { type: 'text', text: 'Never mind the list.' };

describe('the judge of Anthropic requests: order of roles', () => {
  refusesEach(checkAnthropic, conversation, [
    {
      rule: 'a request without messages',
      at: ['messages'],
      value: [],
      found: 'messages: must hold at least one message',
    },
    {
      rule: 'a first message of the assistant',
      at: ['messages'],
      value: [answer, picture],
      found: 'messages[0].role: the first message must be of the user',
    },
    {
      rule: 'two messages of the user in a row',
      at: ['messages'],
      value: [prompt, picture],
      found: 'messages[1].role: roles must alternate',
    },
    {
      rule: 'a last message of the assistant',
      at: ['messages'],
      value: [prompt, answer],
      found: 'messages[1].role: the last message must be of the user',
    },
    {
      rule: 'trailing white space in final assistant content',
      at: ['messages'],
      value: [prompt, { role: 'assistant', content: [{ type: 'text', text: 'It says ' }] }],
      found: [
        'messages[1].role: the last message must be of the user',
        'messages[1].content: final assistant content cannot end with trailing white space',
      ],
    },
    {
      rule: 'a role other than user and assistant between messages',
      at: ['messages', 0, 'role'],
      value: 'system',
      found: "messages[0].role: Invalid discriminator value. Expected 'user' | 'assistant'",
    },
  ]);
});

describe('the judge of Anthropic requests: content', () => {
  refusesEach(checkAnthropic, conversation, [
    {
      rule: 'an empty text block',
      at: ['messages', 4, 'content', 0, 'text'],
      value: '',
      found: 'messages[4].content[0].text: must hold more than white space',
    },
    {
      rule: 'a text block of white space',
      at: ['messages', 4, 'content', 0, 'text'],
      value: ' \n\t',
      found: 'messages[4].content[0].text: must hold more than white space',
    },
    {
      rule: 'a message of empty text',
      at: ['messages', 3, 'content'],
      value: '',
      found: 'messages[3].content: must hold more than white space',
    },
    {
      rule: 'a message without blocks',
      at: ['messages', 3, 'content'],
      value: [],
      found: 'messages[3].content: must not be empty',
    },
    {
      rule: 'content that is neither text nor blocks',
      at: ['messages', 3, 'content'],
      value: null,
      found:
        'messages[3].content: Invalid input: expected string, received null or Invalid input: expected array, received null',
    },
    {
      rule: 'a field a block does not have',
      at: ['messages', 4, 'content', 0, 'id'],
      value: 'block-1',
      found: 'messages[4].content[0].id: is not a field known here',
    },
    {
      rule: 'a tool call of the user',
      at: ['messages', 4, 'content', 0],
      value: { type: 'tool_use', id: 'call_3', name: 'read', input: {} },
      found:
        "messages[4].content[0].type: Invalid discriminator value. Expected 'text' | 'image' | 'tool_result'",
    },
    {
      rule: 'an image of the assistant',
      at: ['messages', 3, 'content'],
      value: [{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }],
      found:
        "messages[3].content[0].type: Invalid discriminator value. Expected 'text' | 'thinking' | 'redacted_thinking' | 'tool_use'",
    },
    {
      rule: 'a lone surrogate',
      at: ['messages', 0, 'content'],
      value: 'What is \ud83d?',
      found: 'messages[0].content: holds a lone surrogate',
    },
  ]);
});

describe('the judge of Anthropic requests: calls and results', () => {
  refusesEach(checkAnthropic, conversation, [
    {
      rule: 'a call without a result in the next message',
      at: ['messages', 2, 'content'],
      value: [result, note],
      found: 'messages[1]: no tool_result right after this message for call_2',
    },
    {
      rule: 'calls followed by plain text',
      at: ['messages', 2, 'content'],
      value: 'Go on.',
      found: 'messages[1]: no tool_result right after this message for call_1, call_2',
    },
    {
      rule: 'a result without a call in the message before',
      at: ['messages', 4, 'content'],
      value: [result],
      found: 'messages[4].content[0]: no tool_use call_1 in the message before',
    },
    {
      rule: 'a second result for one call',
      at: ['messages', 2, 'content'],
      value: [result, failure, result],
      found: 'messages[2].content[2]: a second result for call_1',
    },
    {
      rule: 'a result behind other content',
      at: ['messages', 2, 'content'],
      value: [result, note, failure],
      found: 'messages[2].content[2]: tool_result blocks must come before any other content',
    },
    {
      rule: 'one id for two calls of a message',
      at: ['messages', 1, 'content', 2, 'id'],
      value: 'call_1',
      found: [
        'messages[1].content[2].id: tool_use ids must be unique',
        'messages[2].content[1]: no tool_use call_2 in the message before',
      ],
    },
    {
      rule: 'one id for calls of two messages',
      at: ['messages'],
      value: [prompt, calls, results, calls, results],
      found: [
        'messages[3].content[1].id: tool_use ids must be unique',
        'messages[3].content[2].id: tool_use ids must be unique',
      ],
    },
    {
      rule: 'a call id with other characters than letters, digits, - and _',
      at: ['messages', 1, 'content', 1, 'id'],
      value: 'call.1',
      found: 'messages[1].content[1].id: must match ^[a-zA-Z0-9_-]+$',
    },
    {
      rule: 'a call whose input is text',
      at: ['messages', 1, 'content', 1, 'input'],
      value: '{"path":"a.txt"}',
      found: 'messages[1].content[1].input: Invalid input: expected record, received string',
    },
    {
      rule: 'a call without a name',
      at: ['messages', 1, 'content', 1, 'name'],
      value: '',
      found: 'messages[1].content[1].name: must not be empty',
    },
    {
      rule: 'a call with a name of more than 200 characters',
      at: ['messages', 1, 'content', 1, 'name'],
      value: 'r'.repeat(201),
      found: 'messages[1].content[1].name: must have at most 200 characters',
    },
    {
      rule: 'an empty text block in a result',
      at: ['messages', 2, 'content', 0, 'content'],
      value: [{ type: 'text', text: '' }],
      found: 'messages[2].content[0].content[0].text: must hold more than white space',
    },
    {
      rule: 'a failed result without content',
      at: ['messages', 2, 'content', 1, 'content'],
      value: '',
      found: 'messages[2].content[1]: content cannot be empty if is_error is true',
    },
    {
      rule: 'a failed result with an image',
      at: ['messages', 2, 'content', 1, 'content'],
      value: [{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }],
      found: 'messages[2].content[1]: all content must be text if is_error is true',
    },
  ]);
});
