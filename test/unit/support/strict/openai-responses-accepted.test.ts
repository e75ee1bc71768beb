import assert from 'node:assert/strict';
import { checkOpenAiResponses } from '../../../support/strict/check-openai-responses.ts';
import { accepted, conversation } from './openai-responses-bodies.ts';

describe('the judge of Responses requests', () => {
  for (const [name, body] of Object.entries(accepted)) {
    it(`accepts ${name}`, () => assert.deepEqual(checkOpenAiResponses(body), []));
  }

  it('judges what JSON carries: a field holding undefined is not sent', () => {
    assert.deepEqual(checkOpenAiResponses({ ...conversation, messages: undefined }), []);
  });

  it('refuses a body that JSON cannot carry', () => {
    assert.deepEqual(checkOpenAiResponses(undefined), ['body: is not JSON (nothing to send)']);
  });
});
