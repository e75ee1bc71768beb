import { checkOpenAiResponses } from '../../../support/strict/check-openai-responses.ts';
import { conversation } from './openai-responses-bodies.ts';
import { gone, refusesEach } from './faults.ts';

const items = Array.isArray(conversation.input) ? conversation.input : [];
const [prompt, reasoning, call1, call2, output1, output2, answer, picture] = items;

describe('the judge of Responses requests: items', () => {
  refusesEach(checkOpenAiResponses, conversation, [
    { rule: 'an input without items', at: ['input'], value: [], found: 'input: must not be empty' },
    { rule: 'an empty input', at: ['input'], value: '', found: 'input: must not be empty' },
    {
      rule: 'an item type that does not exist',
      at: ['input', 4, 'type'],
      value: 'tool_result',
      found: 'input[4].type: is no item type known here',
    },
    {
      rule: 'an item that is neither message nor typed',
      at: ['input', 4, 'type'],
      value: gone,
      found: 'input[4].type: is no item type known here',
    },
    { rule: 'an item that is text', at: ['input', 0], value: 'Hi', found: 'input[0]: must be an input item' },
    {
      rule: 'a conversation that opens with the assistant',
      at: ['input'],
      value: [answer, picture],
      found: 'input[0]: the conversation must open with the user',
    },
    {
      rule: 'a conversation that closes with the assistant',
      at: ['input'],
      value: [prompt, answer],
      found: 'input[1]: the conversation must not close with the assistant',
    },
    {
      rule: 'input text of the assistant',
      at: ['input', 6, 'content', 0],
      value: { type: 'input_text', text: 'It says hello.' },
      found: "input[6].content[0].type: Invalid discriminator value. Expected 'output_text' | 'refusal'",
    },
    {
      rule: 'output text of the user',
      at: ['input', 7, 'content', 0],
      value: { type: 'output_text', text: 'Hi', annotations: [] },
      found: "input[7].content[0].type: Invalid discriminator value. Expected 'input_text' | 'input_image'",
    },
    {
      rule: 'empty text',
      at: ['input', 7, 'content', 0, 'text'],
      value: '',
      found: 'input[7].content[0].text: must not be empty',
    },
    {
      rule: 'a message without parts',
      at: ['input', 7, 'content'],
      value: [],
      found: 'input[7].content: must not be empty',
    },
    {
      rule: 'a field an item does not have',
      at: ['input', 2, 'input'],
      value: {},
      found: 'input[2].input: is not a field known here',
    },
    {
      rule: 'an image without detail',
      at: ['input', 7, 'content', 1, 'detail'],
      value: gone,
      found: 'input[7].content[1].detail: Invalid option: expected one of "low"|"high"|"auto"|"original"',
    },
    {
      rule: 'image data that is no image',
      at: ['input', 7, 'content', 1, 'image_url'],
      value: 'data:image/png;base64,bm90IGEgcGljdHVyZQ==',
      found: 'input[7].content[1].image_url: is not a PNG, JPEG, GIF or WebP image',
    },
    {
      rule: 'an image of another type in an output',
      at: ['input', 4, 'output'],
      value: [{ type: 'input_image', image_url: 'data:image/bmp;base64,Qk0=', detail: 'auto' }],
      found: 'input[4].output[0].image_url: is neither a web address nor a data URL of a known image type',
    },
    {
      rule: 'a lone surrogate',
      at: ['input', 4, 'output'],
      value: 'half of \ud83d',
      found: 'input[4].output: holds a lone surrogate',
    },
  ]);
});

describe('the judge of Responses requests: calls and outputs', () => {
  refusesEach(checkOpenAiResponses, conversation, [
    {
      rule: 'a call without an output',
      at: ['input'],
      value: [prompt, call1, call2, output1],
      found: 'input[2]: no output for function call call_2 before the next message',
    },
    {
      rule: 'an output behind the next message of the user',
      at: ['input'],
      value: [prompt, call1, picture, output1],
      found: 'input[1]: no output for function call call_1 before the next message',
    },
    {
      rule: 'an output without a call',
      at: ['input'],
      value: [prompt, output1],
      found: 'input[1].call_id: no function call call_1 before',
    },
    {
      rule: 'an output before its call',
      at: ['input'],
      value: [prompt, output1, call1],
      found: [
        'input[1].call_id: no function call call_1 before',
        'input[2]: no output for function call call_1 before the next message',
      ],
    },
    {
      rule: 'a second output for one call',
      at: ['input'],
      value: [prompt, call1, output1, output1],
      found: 'input[3].call_id: a second output for call_1',
    },
    {
      rule: 'one call id for two calls',
      at: ['input', 3, 'call_id'],
      value: 'call_1',
      found: [
        'input[3].call_id: call ids must be unique',
        'input[5].call_id: no function call call_2 before',
      ],
    },
    {
      rule: 'a call id of more than 64 characters',
      at: ['input', 2, 'call_id'],
      value: 'c'.repeat(65),
      found: 'input[2].call_id: must have at most 64 characters',
    },
    {
      rule: 'arguments that are an object instead of its text',
      at: ['input', 2, 'arguments'],
      value: { path: 'a.txt' },
      found: 'input[2].arguments: Invalid input: expected string, received object',
    },
    {
      rule: 'arguments that are no JSON object',
      at: ['input', 2, 'arguments'],
      value: '"a.txt"',
      found: 'input[2].arguments: must be the text of a JSON object',
    },
    {
      rule: 'a called name with other characters than letters, digits, - and _',
      at: ['input', 2, 'name'],
      value: 'fs.read',
      found: 'input[2].name: must match ^[a-zA-Z0-9_-]{1,64}$',
    },
    {
      rule: 'an output that is an object',
      at: ['input', 5, 'output'],
      value: { error: 'no such folder' },
      found:
        'input[5].output: Invalid input: expected string, received object or Invalid input: expected array, received object',
    },
  ]);
});

describe('the judge of Responses requests: items that come back', () => {
  refusesEach(checkOpenAiResponses, conversation, [
    {
      rule: 'reasoning at the end of the input',
      at: ['input'],
      value: [prompt, reasoning],
      found: 'input[1]: reasoning must be followed by the item it led to',
    },
    {
      rule: 'reasoning before a message of the user',
      at: ['input'],
      value: [prompt, reasoning, picture],
      found: 'input[1]: reasoning must be followed by the item it led to',
    },
    {
      rule: 'reasoning before the output of a call',
      at: ['input'],
      value: [prompt, call1, call2, output1, reasoning, output2],
      found: 'input[4]: reasoning must be followed by the item it led to',
    },
    {
      rule: 'reasoning without its content while the service keeps nothing',
      at: ['input', 1, 'encrypted_content'],
      value: null,
      found: 'input[1]: needs encrypted_content while store is false',
    },
    {
      rule: 'a reference while the service keeps nothing',
      at: ['input', 6],
      value: { type: 'item_reference', id: 'msg_1' },
      found: 'input[6]: cannot be found: items are not kept while store is false',
    },
    {
      rule: 'two items of one id',
      at: ['input', 3, 'id'],
      value: 'fc_1',
      found: 'input[3].id: a second item with id fc_1',
    },
    {
      rule: 'an item id of another kind of item',
      at: ['input', 2, 'id'],
      value: 'msg_2',
      found: 'input[2].id: must begin with "fc"',
    },
    {
      rule: 'reasoning without its id',
      at: ['input', 1, 'id'],
      value: gone,
      found: 'input[1].id: Invalid input: expected string, received undefined',
    },
    {
      rule: 'reasoning without a summary',
      at: ['input', 1, 'summary'],
      value: gone,
      found: 'input[1].summary: Invalid input: expected array, received undefined',
    },
    {
      rule: 'an item id of more than 64 characters',
      at: ['input', 6, 'id'],
      value: `msg_${'a'.repeat(61)}`,
      found: 'input[6].id: must have at most 64 characters',
    },
  ]);
});
