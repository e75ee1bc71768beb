import assert from 'node:assert/strict';
import { checkOpenAiChat } from '../../../support/strict/check-openai-chat.ts';
import { accepted, conversation } from './openai-chat-bodies.ts';

describe('the judge of Chat Completions requests', () => {
  for (const [name, body] of Object.entries(accepted)) {
    it(`accepts ${name}`, () => assert.deepEqual(checkOpenAiChat(body), []));
  }

  it('accepts the older names older servers know', () => {
    const body = accepted['a single prompt'];
    assert.deepEqual(
      checkOpenAiChat({ ...body, max_tokens: 10, seed: 7, prompt_cache_retention: '24h' }),
      [],
    );
  });

  it('judges what JSON carries: a field holding undefined is not sent', () => {
    assert.deepEqual(checkOpenAiChat({ ...conversation, input: undefined }), []);
  });

  it('refuses a body that JSON cannot carry', () => {
    assert.deepEqual(checkOpenAiChat(undefined), ['body: is not JSON (nothing to send)']);
  });
});
