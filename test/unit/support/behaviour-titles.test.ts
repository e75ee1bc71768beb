import assert from 'node:assert/strict';
import { numbersIn, titlesIn } from '../../support/behaviour-titles.ts';

describe('numbersIn', () => {
  it('finds single numbers, lists and ranges anywhere in a title', () => {
    assert.deepEqual(numbersIn('behaviour 5.4: drops turns'), ['5.4']);
    assert.deepEqual(numbersIn('behaviours 4.1, 4.2 and 4.10: keeps order'), ['4.1', '4.2', '4.10']);
    assert.deepEqual(numbersIn('keeps all of it (behaviours 8.16 to 8.18)'), ['8.16', '8.17', '8.18']);
    assert.deepEqual(numbersIn('behaviours 2.9–2.11, 2.13'), ['2.9', '2.10', '2.11', '2.13']);
  });

  it('takes no other number for one', () => {
    assert.deepEqual(numbersIn('at 5.4 of 7 tokens'), []);
    assert.deepEqual(numbersIn('the behaviour of 3.1'), []);
    assert.deepEqual(numbersIn('behaviour 5.4: keeps 0.25 of 1.5'), ['5.4']);
  });
});

describe('titlesIn', () => {
  it('reads titles of suites and tests, of tables, and texts put together', () => {
    const text = [
      "describe('one', () => { it(`two ${value} three`, () => undefined); });",
      "specify('four ' + 'five', rule);",
      "const rows = [{ title: 'six', value: 1 }];",
    ].join('\n');
    assert.deepEqual(titlesIn(text), ['one', 'two ', ' three', 'four ', 'five', 'six']);
  });

  it('reads no comment, no message and no title of a test that is skipped', () => {
    const text = [
      '// describe("behaviour 1.1")',
      "it.skip('behaviour 1.2', () => undefined);",
      "assert.ok(value, 'behaviour 1.3');",
      "const rule = { rule: 'behaviour 1.4' };",
    ].join('\n');
    assert.deepEqual(titlesIn(text), []);
  });
});
