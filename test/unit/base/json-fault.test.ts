import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jsonFault } from '../../../src/base/json-fault.ts';
import { parseJson } from '../../../src/base/json.ts';

/** The text up to the fault, and what is wrong there. */
function faultIn(text: string): string {
  const fault = jsonFault(text);
  return fault === undefined ? 'none' : `${text.slice(0, fault.offset)}| ${fault.what}`;
}

describe('jsonFault', () => {
  it('says where a text stops being JSON, and why', () => {
    assert.equal(faultIn('{"a": 1, "b" 2}'), '{"a": 1, "b" | ":" is missing');
    assert.equal(faultIn('{"a": 1 "b": 2}'), '{"a": 1 | "," or "}" is missing');
    assert.equal(faultIn('[1, 2}'), '[1, 2| "," or "]" is missing');
    assert.equal(faultIn('{a: 1}'), '{| a name in double quotes is missing');
    assert.equal(faultIn('{"a": 1,}'), '{"a": 1,| a name in double quotes is missing');
    assert.equal(faultIn('[1, , 2]'), '[1, | a value is missing');
    assert.equal(faultIn("{'a': 1}"), '{| a name in double quotes is missing');
    assert.equal(
      faultIn('{"a": "x\ny"}'),
      '{"a": "x| a line break or control character in a string, which must be escaped',
    );
    assert.equal(faultIn('{"a": "\\x41 more"}'), '{"a": "| a wrong escape in a string');
    assert.equal(faultIn('{"a": 1} {"b": 2}'), '{"a": 1} | text after the end');
    assert.equal(faultIn('[01]'), '[0| "," or "]" is missing');
  });

  it('says that a text that was cut off ends too early, wherever it was cut', () => {
    const whole = '{"path": "src/a.ts", "old": "\\u00e9 \\"x", "list": [1.5, true, {"b": null}]}';
    for (let length = 0; length < whole.length; length++) {
      const fault = jsonFault(whole.slice(0, length));
      const isNumberOrWord =
        /[\d.a-z]$/.test(whole.slice(0, length)) && fault?.what !== 'the text ends too early';
      if (!isNumberOrWord) assert.equal(fault?.what, 'the text ends too early', whole.slice(0, length));
      assert.notEqual(fault, undefined);
    }
    assert.equal(jsonFault(whole), undefined);
  });

  it('agrees with JSON.parse on every text', () => {
    const broken = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', '"', '\\', ',', '}', ']', '{', ':', '1', ' ', '\n'),
      )
      .map(([json, at, put]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + put + json.slice(place + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 4 }), broken), (text) => {
        assert.equal(jsonFault(text) === undefined, parseJson(text) !== undefined, text);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes texts of any depth and length', () => {
    assert.equal(jsonFault('['.repeat(200_000))?.what, 'the text ends too early');
    assert.equal(jsonFault(`"${'a\\n'.repeat(1_000_000)}"`), undefined);
    assert.equal(jsonFault(`"${'a'.repeat(3_000_000)}"`), undefined);
  });
});
