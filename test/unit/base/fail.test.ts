import assert from 'node:assert/strict';
import { assertNever, invariant } from '../../../src/base/fail.ts';

describe('invariant', () => {
  it('lets a condition pass that holds', () => {
    assert.doesNotThrow(() => invariant(true, 'never seen'));
  });

  it('throws and says which assumption broke', () => {
    assert.throws(() => invariant(0, 'there is one'), /Broken invariant: there is one/);
  });
});

describe('assertNever', () => {
  it('throws with the value nobody handled', () => {
    assert.throws(() => assertNever({ kind: 'new' } as never), /Unhandled case: \{"kind":"new"\}/);
  });
});
