import assert from 'node:assert/strict';
import * as sdk from 'openai';
import { openAiErrorObject, openAiFailure } from '../../../../src/adapters/openai/failures.ts';

function answered(status: number, body: object | string, headers: Record<string, string> = {}) {
  const [json, text] = typeof body === 'string' ? [undefined, body] : [body, undefined];
  const error = sdk.APIError.generate(status, json, text, new Headers(headers));
  return openAiFailure(error, sdk);
}

describe('a failure of OpenAI or a compatible server', () => {
  it('is an overflow by its code, or by the type the server of llama.cpp gives', () => {
    const words = 'too long';
    for (const error of [
      { message: words, code: 'context_length_exceeded' },
      { message: words, code: 400, type: 'exceed_context_size_error' },
    ]) {
      assert.deepEqual(answered(400, { error }), { kind: 'overflow', detail: words });
    }
  });

  it('is no overflow by its words: they are shown as they are', () => {
    const message = "This model's maximum context length is 4096 tokens.";
    assert.deepEqual(answered(400, { error: { message, code: 400 } }), {
      kind: 'rejected',
      status: 400,
      detail: message,
    });
  });

  it('is a refusal when a filter stopped the prompt', () => {
    assert.equal(answered(400, { error: { message: 'no', code: 'content_filter' } }).kind, 'refused');
  });

  it('shows an error that is plain text, or no JSON at all', () => {
    assert.deepEqual(answered(404, { error: "model 'x' not found" }), {
      kind: 'not-found',
      detail: "model 'x' not found",
    });
    assert.deepEqual(answered(503, '<html>down</html>'), {
      kind: 'server',
      status: 503,
      detail: '<html>down</html>',
    });
  });

  it('reads the time to wait in milliseconds too', () => {
    const failure = answered(
      429,
      { error: { message: 'slow', code: 'rate_limit_exceeded' } },
      { 'retry-after-ms': '1500' },
    );
    assert.deepEqual(failure, { kind: 'rate-limit', detail: 'slow', retryAfterSeconds: 1.5 });
  });

  it('inside a stream, goes by the code, the status given as a code, or the type', () => {
    const kinds = [
      { message: '', code: 'invalid_api_key' },
      { message: '', code: 429 },
      { message: '', type: 'not_found_error' },
      { message: '', code: 'unheard_of' },
    ].map((error) => openAiErrorObject(error)?.kind);
    assert.deepEqual(kinds, ['auth', 'rate-limit', 'not-found', 'server']);
  });

  it('is nothing when there is no error', () => {
    for (const value of [undefined, null, 17]) assert.equal(openAiErrorObject(value), undefined);
  });
});
