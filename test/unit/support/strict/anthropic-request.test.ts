import assert from 'node:assert/strict';
import { checkAnthropic } from '../../../support/strict/check-anthropic.ts';
import { conversation } from './anthropic-bodies.ts';
import { gone, refusesEach } from './faults.ts';

const mark = { type: 'ephemeral' };

describe('the judge of Anthropic requests: tools', () => {
  refusesEach(checkAnthropic, conversation, [
    {
      rule: 'a tool name with other characters than letters, digits, - and _',
      at: ['tools', 0, 'name'],
      value: 'fs.read',
      found: 'tools[0].name: must match ^[a-zA-Z0-9_-]{1,128}$',
    },
    {
      rule: 'two tools of one name',
      at: ['tools', 1, 'name'],
      value: 'read',
      found: 'tools[1].name: tool names must be unique',
    },
    {
      rule: 'an input schema that is no object schema',
      at: ['tools', 0, 'input_schema', 'type'],
      value: 'string',
      found: 'tools[0].input_schema.type: Invalid input: expected "object"',
    },
    {
      rule: 'a choice between schemas at the top of an input schema',
      at: ['tools', 0, 'input_schema', 'anyOf'],
      value: [{ required: ['path'] }],
      found: 'tools[0].input_schema.anyOf: is not supported at the top level',
    },
    {
      rule: 'a property name outside its pattern',
      at: ['tools', 0, 'input_schema', 'properties', '$path'],
      value: { type: 'string' },
      found: 'tools[0].input_schema.properties.$path: must match ^[a-zA-Z0-9_.-]{1,64}$',
    },
    {
      rule: 'an input schema of an older draft',
      at: ['tools', 0, 'input_schema', 'properties', 'path'],
      value: { type: 'number', minimum: 0, exclusiveMinimum: true },
      found: 'tools[0].input_schema.properties.path.exclusiveMinimum: must be a number',
    },
    {
      rule: 'an open object schema in a strict tool',
      at: ['tools', 1, 'input_schema', 'additionalProperties'],
      value: gone,
      found: 'tools[1].input_schema.additionalProperties: must be false in a strict tool',
    },
    {
      rule: 'a choice of a tool that is not declared',
      at: ['tool_choice'],
      value: { type: 'tool', name: 'write' },
      found: 'tool_choice.name: names no declared tool',
    },
    {
      rule: 'calls in the history without declared tools',
      at: ['tools'],
      value: gone,
      found: 'tools: must be declared: the messages hold tool calls or results',
    },
  ]);

  it('refuses a tool choice without tools', () => {
    const body = { ...conversation, tools: [], messages: conversation.messages.slice(0, 1) };
    assert.deepEqual(checkAnthropic(body), []);
    assert.deepEqual(checkAnthropic({ ...body, tool_choice: { type: 'auto' } }), [
      'tool_choice: is only allowed with tools',
    ]);
  });
});

describe('the judge of Anthropic requests: cache marks', () => {
  refusesEach(checkAnthropic, conversation, [
    {
      rule: 'more than four cache marks',
      at: ['messages', 2, 'content'],
      value: [
        {
          type: 'tool_result',
          tool_use_id: 'call_1',
          content: [{ type: 'text', text: 'a', cache_control: mark }],
        },
        { type: 'tool_result', tool_use_id: 'call_2', cache_control: mark },
      ],
      found: 'body: at most 4 blocks may carry cache_control, found 5',
    },
    {
      rule: 'a mark of an hour behind one of five minutes',
      at: ['messages', 4, 'content', 1, 'cache_control'],
      value: { type: 'ephemeral', ttl: '1h' },
      found: 'messages[4].content[1].cache_control.ttl: a 1h mark must not come after a 5m mark',
    },
    {
      rule: 'a lifetime other than five minutes and an hour',
      at: ['tools', 1, 'cache_control', 'ttl'],
      value: '24h',
      found: 'tools[1].cache_control.ttl: Invalid option: expected one of "5m"|"1h"',
    },
    {
      rule: 'an empty system text under a cache mark',
      at: ['system', 0, 'text'],
      value: '',
      found: 'system[0].text: must hold more than white space',
    },
  ]);
});

describe('the judge of Anthropic requests: settings', () => {
  refusesEach(checkAnthropic, conversation, [
    {
      rule: 'a field that does not exist',
      at: ['instructions'],
      value: 'Be brief.',
      found: 'instructions: is not a field known here',
    },
    {
      rule: 'a sampling setting the API version has dropped',
      at: ['temperature'],
      value: 0,
      found: 'temperature: is not a field known here',
    },
    {
      rule: 'a request without max_tokens',
      at: ['max_tokens'],
      value: gone,
      found: 'max_tokens: Invalid input: expected number, received undefined',
    },
    {
      rule: 'a max_tokens of zero',
      at: ['max_tokens'],
      value: 0,
      found: 'max_tokens: must be at least 1',
    },
    {
      rule: 'a stop sequence of white space',
      at: ['stop_sequences'],
      value: ['\n'],
      found: 'stop_sequences[0]: must hold more than white space',
    },
    {
      rule: 'an effort that does not exist',
      at: ['output_config'],
      value: { effort: 'extreme' },
      found: 'output_config.effort: Invalid option: expected one of "low"|"medium"|"high"|"xhigh"|"max"',
    },
    {
      rule: 'a body of more than 32 MB',
      at: ['messages', 0, 'content'],
      value: 'a'.repeat(32_000_000),
      found: `body: has ${Buffer.byteLength(JSON.stringify(conversation)) - 'What is in a.txt?'.length + 32_000_000} bytes, at most 32000000 are taken`,
    },
  ]);

  it('refuses a body that JSON cannot carry', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    assert.match(checkAnthropic(circle).join('\n'), /^body: is not JSON \(TypeError/u);
    assert.deepEqual(checkAnthropic(undefined), ['body: is not JSON (nothing to send)']);
  });

  it('refuses a body that is no object', () => {
    assert.deepEqual(checkAnthropic([]), ['body: Invalid input: expected object, received array']);
  });
});
