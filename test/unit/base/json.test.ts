import assert from 'node:assert/strict';
import {
  isDeeperThan,
  isJsonObject,
  maximumDepth,
  parseJson,
  parseJsonObject,
  parseJsonOfAnyDepth,
} from '../../../src/base/json.ts';

describe('isJsonObject', () => {
  it('accepts an object and refuses null, lists and plain values', () => {
    assert.equal(isJsonObject({}), true);
    for (const value of [null, [], 'text', 3, true, undefined]) assert.equal(isJsonObject(value), false);
  });
});

describe('parseJson', () => {
  it('gives the value of JSON text', () => {
    assert.deepEqual(parseJson('{"a":[1,null,"x"]}'), { a: [1, null, 'x'] });
    assert.equal(parseJson('null'), null);
  });

  it('gives undefined for any other text', () => {
    for (const text of ['', '{', 'undefined', "{'a':1}", 'NaN']) assert.equal(parseJson(text), undefined);
  });
});

describe('JSON that is nested very deeply', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it('is none where work on it could overflow the stack, in lists and in objects', () => {
    for (const depth of [maximumDepth + 1, 3000, 200_000]) {
      assert.equal(parseJson(nested(depth)), undefined);
      assert.equal(parseJsonObject(`{"a":${nested(depth)}}`), undefined);
      assert.equal(parseJson('{"a":'.repeat(depth) + '1' + '}'.repeat(depth)), undefined);
      assert.equal(isDeeperThan(parseJsonOfAnyDepth(nested(depth)), maximumDepth), true);
    }
    assert.notEqual(parseJson(nested(maximumDepth)), undefined);
  });
});

describe('parseJsonObject', () => {
  it('gives an object, whatever white space is around it', () => {
    assert.deepEqual(parseJsonObject(' \r\n\t{"a":{"b":1}}\n'), { a: { b: 1 } });
  });

  it('gives undefined for any other value and any other text', () => {
    for (const text of ['[]', 'null', '3', '"{}"', '', 'log {', '{"cut":', '{} trailing'])
      assert.equal(parseJsonObject(text), undefined);
  });
});
