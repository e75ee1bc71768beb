import { checkOpenAiChat } from '../../../support/strict/check-openai-chat.ts';
import { conversation } from './openai-chat-bodies.ts';
import { gone, refusesEach } from './faults.ts';
import { pngHeader } from './image-headers.ts';

const [system, prompt, calls, result1, result2, answer, picture] = conversation.messages;

const largeImage = `data:image/png;base64,${Buffer.concat([Buffer.from(pngHeader(8, 8), 'base64'), Buffer.alloc(19_999_968)]).toString('base64')}`;

describe('the judge of Chat Completions requests: messages', () => {
  refusesEach(checkOpenAiChat, conversation, [
    {
      rule: 'a request without messages',
      at: ['messages'],
      value: [],
      found: 'messages: must hold at least one message',
    },
    {
      rule: 'more than 2048 messages',
      at: ['messages'],
      value: Array.from({ length: 2049 }, () => prompt),
      found: 'messages: must hold at most 2048 messages',
    },
    {
      rule: 'a role that does not exist',
      at: ['messages', 1, 'role'],
      value: 'human',
      found:
        "messages[1].role: Invalid discriminator value. Expected 'system' | 'developer' | 'user' | 'assistant' | 'tool'",
    },
    {
      rule: 'a conversation that opens with the assistant',
      at: ['messages'],
      value: [system, answer, picture],
      found: 'messages[1].role: the conversation must open with the user',
    },
    {
      rule: 'a conversation that closes with the assistant',
      at: ['messages'],
      value: [system, prompt, answer],
      found: 'messages[2].role: the conversation must not close with the assistant',
    },
    {
      rule: 'empty content',
      at: ['messages', 1, 'content'],
      value: '',
      found: 'messages[1].content: must not be empty',
    },
    {
      rule: 'content without parts',
      at: ['messages', 6, 'content'],
      value: [],
      found: 'messages[6].content: must not be empty',
    },
    {
      rule: 'null content without calls',
      at: ['messages', 5, 'content'],
      value: null,
      found: 'messages[5].content: may be left out or null only beside tool_calls',
    },
    {
      rule: 'null content of the user',
      at: ['messages', 1, 'content'],
      value: null,
      found:
        'messages[1].content: Invalid input: expected string, received null or Invalid input: expected array, received null',
    },
    {
      rule: 'an image of a tool',
      at: ['messages', 3, 'content'],
      value: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
      found: [
        'messages[3].content[0].type: Invalid input: expected "text"',
        'messages[3].content[0].text: Invalid input: expected string, received undefined',
        'messages[3].content[0].image_url: is not a field known here',
      ],
    },
    {
      rule: 'an image of the assistant',
      at: ['messages', 5, 'content'],
      value: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
      found: "messages[5].content[0].type: Invalid discriminator value. Expected 'text' | 'refusal'",
    },
    {
      rule: 'an image address that is neither of the web nor a data URL',
      at: ['messages', 6, 'content', 1, 'image_url', 'url'],
      value: 'file:///a.png',
      found:
        'messages[6].content[1].image_url.url: is neither a web address nor a data URL of a known image type',
    },
    {
      rule: 'an image type other than PNG, JPEG, GIF and WebP',
      at: ['messages', 6, 'content', 1, 'image_url', 'url'],
      value: 'data:image/svg+xml;base64,PHN2Zy8+',
      found:
        'messages[6].content[1].image_url.url: is neither a web address nor a data URL of a known image type',
    },
    {
      rule: 'image data that is no image',
      at: ['messages', 6, 'content', 1, 'image_url', 'url'],
      value: 'data:image/png;base64,bm90IGEgcGljdHVyZQ==',
      found: 'messages[6].content[1].image_url.url: is not a PNG, JPEG, GIF or WebP image',
    },
    {
      rule: 'more than 500 images',
      at: ['messages', 6, 'content'],
      value: Array.from({ length: 501 }, () => ({
        type: 'image_url',
        image_url: { url: 'https://example.com/a.png' },
      })),
      found: 'body: at most 500 images, found 501',
    },
    {
      rule: 'an image of more than 20 MB, and more than 50 MB of images',
      at: ['messages', 6, 'content'],
      value: Array.from({ length: 3 }, () => ({ type: 'image_url', image_url: { url: largeImage } })),
      found: [
        'messages[6].content[0].image_url.url: has 20000001 bytes, at most 20000000 are taken',
        'messages[6].content[1].image_url.url: has 20000001 bytes, at most 20000000 are taken',
        'messages[6].content[2].image_url.url: has 20000001 bytes, at most 20000000 are taken',
        'body: images have 60000003 bytes together, at most 50000000 are taken',
      ],
    },
    {
      rule: 'a name with spaces',
      at: ['messages', 1, 'name'],
      value: 'Sam Spade',
      found: 'messages[1].name: must match ^[^\\s<|\\\\/>]{1,64}$',
    },
    {
      rule: 'a field a message does not have',
      at: ['messages', 5, 'reasoning'],
      value: 'Hm.',
      found: 'messages[5].reasoning: is not a field known here',
    },
    {
      rule: 'a lone surrogate',
      at: ['messages', 2, 'tool_calls', 0, 'function', 'arguments'],
      value: '{"path":"\udc00"}',
      found: 'messages[2].tool_calls[0].function.arguments: holds a lone surrogate',
    },
  ]);
});

describe('the judge of Chat Completions requests: calls and results', () => {
  refusesEach(checkOpenAiChat, conversation, [
    {
      rule: 'a call without a result',
      at: ['messages'],
      value: [system, prompt, calls, result1, answer, picture],
      found: 'messages[2].tool_calls: no tool message right after for call_2',
    },
    {
      rule: 'a call without a result at the end of the request',
      at: ['messages'],
      value: [system, prompt, calls, result2],
      found: 'messages[2].tool_calls: no tool message right after for call_1',
    },
    {
      rule: 'a message between calls and results',
      at: ['messages'],
      value: [system, prompt, calls, result1, picture, result2],
      found: [
        'messages[2].tool_calls: no tool message right after for call_2',
        'messages[5].tool_call_id: no call call_2 in the assistant message before',
      ],
    },
    {
      rule: 'a result without calls before it',
      at: ['messages'],
      value: [system, prompt, result1],
      found: 'messages[2].tool_call_id: no call call_1 in the assistant message before',
    },
    {
      rule: 'a second result for one call',
      at: ['messages'],
      value: [system, prompt, calls, result1, result2, result1],
      found: 'messages[5].tool_call_id: a second result for call_1',
    },
    {
      rule: 'one id for two calls of a message',
      at: ['messages', 2, 'tool_calls', 1, 'id'],
      value: 'call_1',
      found: [
        'messages[2].tool_calls[1].id: call ids must be unique',
        'messages[4].tool_call_id: no call call_2 in the assistant message before',
      ],
    },
    {
      rule: 'one id for calls of two messages',
      at: ['messages'],
      value: [prompt, calls, result1, result2, calls, result1, result2],
      found: [
        'messages[4].tool_calls[0].id: call ids must be unique',
        'messages[4].tool_calls[1].id: call ids must be unique',
      ],
    },
    {
      rule: 'a call id of more than 40 characters',
      at: ['messages', 2, 'tool_calls', 0, 'id'],
      value: 'c'.repeat(41),
      found: 'messages[2].tool_calls[0].id: must have at most 40 characters',
    },
    {
      rule: 'an empty list of calls',
      at: ['messages', 5, 'tool_calls'],
      value: [],
      found: 'messages[5].tool_calls: must not be empty',
    },
    {
      rule: 'more than 128 calls in a message',
      at: ['messages', 2, 'tool_calls'],
      value: Array.from({ length: 129 }, (_, index) => ({
        id: `call_${index}`,
        type: 'function',
        function: { name: 'read', arguments: '{}' },
      })),
      found: 'messages[2].tool_calls: must hold at most 128 calls',
    },
    {
      rule: 'arguments that are an object instead of its text',
      at: ['messages', 2, 'tool_calls', 0, 'function', 'arguments'],
      value: { path: 'a.txt' },
      found: 'messages[2].tool_calls[0].function.arguments: Invalid input: expected string, received object',
    },
    {
      rule: 'arguments that are no JSON object',
      at: ['messages', 2, 'tool_calls', 0, 'function', 'arguments'],
      value: '{"path":',
      found: 'messages[2].tool_calls[0].function.arguments: must be the text of a JSON object',
    },
    {
      rule: 'a called name with other characters than letters, digits, - and _',
      at: ['messages', 2, 'tool_calls', 0, 'function', 'name'],
      value: 'fs.read',
      found: 'messages[2].tool_calls[0].function.name: must match ^[a-zA-Z0-9_-]{1,64}$',
    },
    {
      rule: 'a call without its type',
      at: ['messages', 2, 'tool_calls', 0, 'type'],
      value: gone,
      found: 'messages[2].tool_calls[0].type: Invalid input: expected "function"',
    },
  ]);
});
