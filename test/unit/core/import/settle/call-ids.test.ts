import assert from 'node:assert/strict';
import { createCallIds } from '../../../../../src/core/import/settle/call-ids.ts';

function given(...sourceIds: readonly string[]): readonly string[] {
  const next = createCallIds();
  return sourceIds.map(next);
}

describe('call ids of an import', () => {
  it('are those of the source where these are unique and acceptable', () => {
    assert.deepEqual(given('toolu_01A', 'call-2'), ['toolu_01A', 'call-2']);
  });

  it('tell repeats apart by a number', () => {
    assert.deepEqual(given('a', 'a', 'a', 'b'), ['a', 'a-2', 'a-3', 'b']);
  });

  it('give way to an id that the source uses itself', () => {
    assert.deepEqual(given('a', 'a-2', 'a'), ['a', 'a-2', 'a-3']);
  });

  it('replace characters that a provider refuses', () => {
    assert.deepEqual(given('call|fc.1', 'fünf'), ['call_fc_1', 'f_nf']);
  });

  it('stay within 64 characters, repeats too', () => {
    const long = 'x'.repeat(80);
    const [first, second] = given(long, long);
    assert.equal(first, 'x'.repeat(64));
    assert.equal(second, `${'x'.repeat(62)}-2`);
  });

  it('exist for calls without one', () => {
    assert.deepEqual(given('', ''), ['call', 'call-2']);
  });
});
