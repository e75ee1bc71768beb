import { checkOpenAiResponses } from '../../../support/strict/check-openai-responses.ts';
import { accepted, conversation } from './openai-responses-bodies.ts';
import { gone, refusesEach } from './faults.ts';

describe('the judge of Responses requests: tools and settings', () => {
  refusesEach(checkOpenAiResponses, conversation, [
    {
      rule: 'a request without a model',
      at: ['model'],
      value: gone,
      found: 'model: Invalid input: expected string, received undefined',
    },
    {
      rule: 'a field that does not exist',
      at: ['max_tokens'],
      value: 4096,
      found: 'max_tokens: is not a field known here',
    },
    {
      rule: 'a function in the form of Chat Completions',
      at: ['tools', 0],
      value: { type: 'function', function: { name: 'read' }, name: 'read', parameters: null, strict: null },
      found: 'tools[0].function: is not a field known here',
    },
    {
      rule: 'two functions of one name',
      at: ['tools', 1, 'name'],
      value: 'read',
      found: 'tools[1].name: function names must be unique',
    },
    {
      rule: 'a function name with other characters than letters, digits, - and _',
      at: ['tools', 1, 'name'],
      value: 'fs.list',
      found: 'tools[1].name: must match ^[a-zA-Z0-9_-]{1,64}$',
    },
    {
      rule: 'an object schema without properties',
      at: ['tools', 1, 'parameters'],
      value: { type: 'object' },
      found: 'tools[1].parameters: is an object schema without properties',
    },
    {
      rule: 'an optional property in a strict function',
      at: ['tools', 0, 'parameters', 'required'],
      value: [],
      found: 'tools[0].parameters.required: must list path in a strict tool',
    },
    {
      rule: 'a function that does not say whether it is strict',
      at: ['tools', 0, 'strict'],
      value: gone,
      found: 'tools[0].strict: Invalid input: expected boolean, received undefined',
    },
    {
      rule: 'a choice of a function that is not declared',
      at: ['tool_choice', 'name'],
      value: 'write',
      found: 'tool_choice.name: names no declared function',
    },
    {
      rule: 'an answer of less than 16 tokens',
      at: ['max_output_tokens'],
      value: 15,
      found: 'max_output_tokens: must be at least 16',
    },
    {
      rule: 'an effort that does not exist',
      at: ['reasoning', 'effort'],
      value: 'extreme',
      found:
        'reasoning.effort: Invalid option: expected one of "none"|"minimal"|"low"|"medium"|"high"|"xhigh"|"max"',
    },
    {
      rule: 'an answer to include that does not exist',
      at: ['include', 0],
      value: 'reasoning.content',
      found:
        'include[0]: Invalid option: expected one of "reasoning.encrypted_content"|"message.input_image.image_url"',
    },
    {
      rule: 'a cache key of more than 64 characters',
      at: ['prompt_cache_key'],
      value: 'k'.repeat(65),
      found: 'prompt_cache_key: must have at most 64 characters',
    },
  ]);

  refusesEach(checkOpenAiResponses, accepted['a single prompt as text'], [
    {
      rule: 'a demand for a call without tools',
      at: ['tool_choice'],
      value: 'required',
      found: 'tool_choice: is only allowed when tools are specified',
    },
    {
      rule: 'stream options without a stream',
      at: ['stream_options'],
      value: { include_obfuscation: false },
      found: 'stream_options: is only allowed when stream is enabled',
    },
  ]);
});
