import assert from 'node:assert/strict';
import { maximumDepth } from '../../../../src/base/json.ts';
import { parseSourceJson } from '../../../../src/core/import/source-json.ts';

function nested(depth: number): string {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

describe('a line of foreign JSON', () => {
  it('is its value, with half surrogate pairs as they were escaped', () => {
    assert.deepEqual(parseSourceJson('{"a":"\\ud800"}'), { ok: true, value: { a: '\ud800' } });
  });

  it('is damage with a reason where it is no JSON', () => {
    const reasons = ['// note', '{"a":', '[1', 'x\0y'].map((text) => {
      const parsed = parseSourceJson(text);
      return parsed.ok ? 'ok' : parsed.error;
    });
    assert.deepEqual(reasons, [
      'not JSON',
      'cut short: JSON that ends in the middle',
      'cut short: JSON that ends in the middle',
      'not JSON: it holds NUL bytes',
    ]);
  });

  it('is damage where it is nested so deeply that work on it could overflow', () => {
    assert.equal(parseSourceJson(nested(100_000)).ok, false);
    assert.equal(parseSourceJson(nested(maximumDepth + 1)).ok, false);
    assert.equal(parseSourceJson(nested(maximumDepth)).ok, true);
  });

  it('is not nested by brackets within its strings', () => {
    const text = JSON.stringify({ a: `${'['.repeat(2000)}"\\` });
    assert.equal(parseSourceJson(text).ok, true);
  });
});
