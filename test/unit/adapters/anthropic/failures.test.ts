import assert from 'node:assert/strict';
import * as sdk from '@anthropic-ai/sdk';
import { anthropicFailure } from '../../../../src/adapters/anthropic/failures.ts';

function answered(status: number, type: string, message: string, headers: Record<string, string> = {}) {
  const body = { type: 'error', error: { type, message } };
  const error = sdk.APIError.generate(status, body, undefined, new Headers(headers));
  return anthropicFailure(error, sdk);
}

describe('a failure of the Messages API', () => {
  for (const message of [
    'prompt is too long: 207791 tokens > 200000 maximum',
    'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length',
    'input length and max_tokens exceed context limit: 178959 + 64000 > 200000',
    'This request exceeds the context limit of the model',
    'the request does not fit the context window',
  ]) {
    it(`is an overflow when a 400 says: ${message.slice(0, 60)}`, () => {
      assert.deepEqual(answered(400, 'invalid_request_error', message), {
        kind: 'overflow',
        detail: message,
      });
    });
  }

  it('is no overflow when another status uses the same words', () => {
    assert.equal(answered(500, 'api_error', 'prompt is too long').kind, 'server');
  });

  it('is a rejection when a 400 says something else, with its status and words', () => {
    assert.deepEqual(answered(400, 'invalid_request_error', 'roles must alternate'), {
      kind: 'rejected',
      status: 400,
      detail: 'roles must alternate',
    });
  });

  for (const [type, expected] of [
    ['overloaded_error', { kind: 'server', status: 529 }],
    ['rate_limit_error', { kind: 'rate-limit' }],
    ['authentication_error', { kind: 'auth' }],
    ['request_too_large', { kind: 'too-large' }],
    ['not_found_error', { kind: 'not-found' }],
    ['billing_error', { kind: 'rejected', status: 402 }],
    ['timeout_error', { kind: 'server', status: 504 }],
    ['new_error', { kind: 'server', status: 500 }],
  ] as const) {
    it(`inside a stream, ${type} means the same as the answer it would have been`, () => {
      const body = { type: 'error', error: { type, message: 'words' } };
      const error = new sdk.APIError(undefined, body, undefined, new Headers(), type as never);
      assert.deepEqual(anthropicFailure(error, sdk), { ...expected, detail: 'words' });
    });
  }

  it('names the code of the innermost cause of a broken connection', () => {
    const cause = new TypeError('fetch failed', {
      cause: Object.assign(new Error('no'), { code: 'ENOTFOUND' }),
    });
    const error = new sdk.APIConnectionError({ message: undefined, cause });
    assert.deepEqual(anthropicFailure(error, sdk), {
      kind: 'network',
      detail: 'ENOTFOUND: no',
    });
  });

  it('reads the seconds to wait from a date, against the clock of the service', () => {
    const failure = answered(429, 'rate_limit_error', 'slow', {
      date: 'Mon, 30 Nov 2026 12:00:00 GMT',
      'retry-after': 'Mon, 30 Nov 2026 12:01:30 GMT',
    });
    assert.equal(failure.kind === 'rate-limit' && failure.retryAfterSeconds, 90);
  });
});
