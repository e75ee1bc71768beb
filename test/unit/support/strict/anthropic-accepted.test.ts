import assert from 'node:assert/strict';
import { checkAnthropic } from '../../../support/strict/check-anthropic.ts';
import { accepted, conversation } from './anthropic-bodies.ts';

describe('the judge of Anthropic requests', () => {
  for (const [name, body] of Object.entries(accepted)) {
    it(`accepts ${name}`, () => assert.deepEqual(checkAnthropic(body), []));
  }

  it('judges what JSON carries: a field holding undefined is not sent', () => {
    assert.deepEqual(checkAnthropic({ ...conversation, temperature: undefined }), []);
  });

  it('lists every fault of the shape at once', () => {
    assert.deepEqual(checkAnthropic({ model: '', max_tokens: 1.5, messages: [], n: 1 }), [
      'model: must not be empty',
      'max_tokens: Invalid input: expected int, received number',
      'messages: must hold at least one message',
      'n: is not a field known here',
    ]);
  });
});
