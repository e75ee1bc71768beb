import assert from 'node:assert/strict';
import {
  failureOfStatus,
  readableDetail,
  retryAfterSeconds,
  secretsOf,
} from '../../../../src/core/provider/http-failures.ts';

describe('the words of a service', () => {
  it('become one line without control characters', () => {
    assert.equal(readableDetail('  one\r\n\ttwo\u0000three\u001b[31m  '), 'one two three [31m');
  });

  it('lose the markup of a page, and nothing where they are no page', () => {
    const page =
      '<html><head><style>b { color: red }</style><script>alert(1)</script></head><body>Down</body></html>';
    assert.equal(readableDetail(page), 'Down');
    assert.equal(readableDetail('expected a < b and c > d'), 'expected a < b and c > d');
  });

  it('are cut at 300 characters, never inside one', () => {
    const cut = readableDetail('😀'.repeat(400));
    assert.equal(Array.from(cut).length, 300);
    assert.ok(cut.endsWith('😀…'));
  });

  it('never show the secret, also where it would be cut', () => {
    const secret = 'sk-0123456789abcdef';
    const detail = readableDetail(`${'x'.repeat(290)}${secret} and ${secret}`, [secret]);
    assert.ok(!detail.includes('sk-0'));
  });

  it('never show what a header with a telling name carries', () => {
    const headers = {
      Authorization: 'Bearer abcdef0123456789',
      'x-team': 'engineering',
      'X-Api-Key': 'zyx98765432',
    };
    const words =
      'no abcdef0123456789 or Bearer abcdef0123456789, zyx98765432 and key-abcdefgh of engineering';
    assert.equal(
      readableDetail(words, secretsOf('key-abcdefgh', headers)),
      'no … or …, … and … of engineering',
    );
  });

  it('are never empty', () => {
    assert.equal(readableDetail(' \n'), 'no details');
    assert.equal(readableDetail('<html></html>'), 'no details');
  });

  it('of a page that never closes its tags are cut like any other', () => {
    const hostile = `<html>${'<script '.repeat(200_000)}`;
    assert.ok(readableDetail(hostile).length <= 300);
  });
});

describe('the meaning of a status', () => {
  for (const [status, kind] of [
    [400, 'rejected'],
    [401, 'auth'],
    [402, 'rejected'],
    [403, 'auth'],
    [404, 'not-found'],
    [408, 'rejected'],
    [413, 'too-large'],
    [422, 'rejected'],
    [429, 'rate-limit'],
    [500, 'server'],
    [502, 'server'],
    [529, 'server'],
  ] as const) {
    it(`${status} is ${kind}`, () => {
      assert.equal(failureOfStatus(status, { detail: '' }).kind, kind);
    });
  }
});

describe('the time to wait', () => {
  const headers = (values: Record<string, string>) => new Headers(values);

  it('is read from seconds, milliseconds or a date beside the date of the answer', () => {
    assert.equal(retryAfterSeconds(headers({ 'retry-after': '7' })), 7);
    assert.equal(retryAfterSeconds(headers({ 'retry-after-ms': '250', 'retry-after': '7' })), 0.25);
    const dated = { date: 'Mon, 30 Nov 2026 12:00:00 GMT', 'retry-after': 'Mon, 30 Nov 2026 12:00:30 GMT' };
    assert.equal(retryAfterSeconds(headers(dated)), 30);
    assert.equal(retryAfterSeconds(headers({ ...dated, date: 'Mon, 30 Nov 2026 13:00:00 GMT' })), 0);
  });

  it('is not known without a header that makes sense', () => {
    for (const value of [{}, { 'retry-after': 'soon' }, { 'retry-after': '-3' }, { 'retry-after': '' }]) {
      assert.equal(retryAfterSeconds(headers(value)), undefined);
    }
    assert.equal(retryAfterSeconds(undefined), undefined);
    assert.equal(retryAfterSeconds(headers({ 'retry-after': 'Mon, 30 Nov 2026 12:00:30 GMT' })), undefined);
  });
});
