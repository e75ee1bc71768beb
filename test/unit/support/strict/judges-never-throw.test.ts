import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkAnthropic } from '../../../support/strict/check-anthropic.ts';
import { checkOpenAiChat } from '../../../support/strict/check-openai-chat.ts';
import { checkOpenAiResponses } from '../../../support/strict/check-openai-responses.ts';

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withSparseArray: true,
  withNullPrototype: true,
});

const nearly = fc.record(
  {
    model: fc.constant('m'),
    max_tokens: fc.constant(1),
    messages: fc.array(
      fc.oneof(anything, fc.record({ role: fc.constantFrom('user', 'assistant'), content: anything })),
    ),
    input: fc.array(
      fc.oneof(anything, fc.record({ role: fc.constantFrom('user', 'assistant'), content: anything })),
    ),
    tools: fc.array(anything),
  },
  { requiredKeys: ['model'] },
);

describe('the judges, given anything at all', () => {
  for (const check of [checkAnthropic, checkOpenAiChat, checkOpenAiResponses]) {
    it(`${check.name} finds something and never throws`, () => {
      fc.assert(fc.property(anything, (body) => check(body).length > 0));
      fc.assert(
        fc.property(nearly, (body) => {
          for (const found of check(body)) assert.match(found, /^\S.*: \S/su);
        }),
      );
    });
  }
});
