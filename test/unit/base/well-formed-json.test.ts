import assert from 'node:assert/strict';
import { wellFormedJson } from '../../../src/base/well-formed-json.ts';

describe('well-formed JSON', () => {
  it('has no lone surrogate in any string or key, and is otherwise the same', () => {
    const value = { 'a\ud800': ['\udc00x', { b: 'ok 😀' }], n: 1, t: true, z: null };
    assert.deepEqual(wellFormedJson(value), {
      'a\ufffd': ['\ufffdx', { b: 'ok 😀' }],
      n: 1,
      t: true,
      z: null,
    });
  });

  it('keeps a key that would name a prototype as a plain key', () => {
    const value = JSON.parse('{"__proto__": {"x": "\\ud800"}}') as object;
    assert.equal(JSON.stringify(wellFormedJson(value)), '{"__proto__":{"x":"\ufffd"}}');
  });
});
