import { checkOpenAiChat } from '../../../support/strict/check-openai-chat.ts';
import { accepted, conversation } from './openai-chat-bodies.ts';
import { gone, refusesEach } from './faults.ts';

const declared = ['tools', 0, 'function'];

describe('the judge of Chat Completions requests: tools', () => {
  refusesEach(checkOpenAiChat, conversation, [
    { rule: 'an empty list of tools', at: ['tools'], value: [], found: 'tools: must not be empty' },
    {
      rule: 'more than 128 tools',
      at: ['tools'],
      value: Array.from({ length: 129 }, (_, index) => ({
        type: 'function',
        function: { name: `f${index}` },
      })),
      found: 'tools: must hold at most 128 tools',
    },
    {
      rule: 'a function name of more than 64 characters',
      at: [...declared, 'name'],
      value: 'r'.repeat(65),
      found: 'tools[0].function.name: must match ^[a-zA-Z0-9_-]{1,64}$',
    },
    {
      rule: 'two functions of one name',
      at: ['tools', 1, 'function', 'name'],
      value: 'read',
      found: 'tools[1].function.name: function names must be unique',
    },
    {
      rule: 'a description of more than 1024 characters',
      at: [...declared, 'description'],
      value: 'd'.repeat(1025),
      found: 'tools[0].function.description: must have at most 1024 characters',
    },
    {
      rule: 'parameters that are no object schema',
      at: [...declared, 'parameters', 'type'],
      value: gone,
      found: 'tools[0].function.parameters.type: must be "object"',
    },
    {
      rule: 'a choice between schemas at the top of the parameters',
      at: [...declared, 'parameters', 'oneOf'],
      value: [{ required: ['path'] }],
      found: 'tools[0].function.parameters.oneOf: is not supported at the top level',
    },
    {
      rule: 'an object schema without properties',
      at: [...declared, 'parameters'],
      value: { type: 'object' },
      found: 'tools[0].function.parameters: is an object schema without properties',
    },
    {
      rule: 'an array schema without items',
      at: [...declared, 'parameters', 'properties', 'path'],
      value: { type: 'array' },
      found: 'tools[0].function.parameters.properties.path: is an array schema without items',
    },
    {
      rule: 'an open object schema in a strict function',
      at: ['tools', 1, 'function', 'parameters', 'additionalProperties'],
      value: true,
      found: 'tools[1].function.parameters.additionalProperties: must be false in a strict tool',
    },
    {
      rule: 'an optional property in a strict function',
      at: ['tools', 1, 'function', 'parameters', 'required'],
      value: [],
      found: 'tools[1].function.parameters.required: must list path in a strict tool',
    },
    {
      rule: 'a choice of a function that is not declared',
      at: ['tool_choice', 'function', 'name'],
      value: 'write',
      found: 'tool_choice.function.name: names no declared function',
    },
    {
      rule: 'a tool choice without tools',
      at: ['tools'],
      value: gone,
      found: 'tool_choice: is only allowed when tools are specified',
    },
  ]);

  refusesEach(checkOpenAiChat, accepted['a single prompt'], [
    {
      rule: 'a setting of parallel calls without tools',
      at: ['parallel_tool_calls'],
      value: false,
      found: 'parallel_tool_calls: is only allowed when tools are specified',
    },
  ]);
});

describe('the judge of Chat Completions requests: settings', () => {
  refusesEach(checkOpenAiChat, conversation, [
    {
      rule: 'a field that does not exist',
      at: ['system'],
      value: 'You edit code.',
      found: 'system: is not a field known here',
    },
    {
      rule: 'stream options without a stream',
      at: ['stream'],
      value: false,
      found: 'stream_options: is only allowed when stream is enabled',
    },
    {
      rule: 'both limits of the answer at once',
      at: ['max_tokens'],
      value: 4096,
      found: 'max_tokens: cannot be set together with max_completion_tokens',
    },
    {
      rule: 'an answer of no tokens',
      at: ['max_completion_tokens'],
      value: 0,
      found: 'max_completion_tokens: must be at least 1',
    },
    {
      rule: 'more than four stop sequences',
      at: ['stop'],
      value: ['a', 'b', 'c', 'd', 'e'],
      found: 'stop: must hold at most 4 sequences',
    },
    {
      rule: 'a cache key of more than 64 characters',
      at: ['prompt_cache_key'],
      value: 'k'.repeat(65),
      found: 'prompt_cache_key: must have at most 64 characters',
    },
    {
      rule: 'more than 16 pairs of metadata',
      at: ['metadata'],
      value: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, 'v'])),
      found: 'metadata: must have at most 16 keys',
    },
    {
      rule: 'a temperature above 2',
      at: ['temperature'],
      value: 2.5,
      found: 'temperature: Too big: expected number to be <=2',
    },
  ]);
});
