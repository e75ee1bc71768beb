import assert from 'node:assert/strict';
import { err, ok } from '../../../src/base/result.ts';

describe('a result', () => {
  it('is a value when things went well', () => {
    assert.deepEqual(ok(3), { ok: true, value: 3 });
    assert.deepEqual(ok(), { ok: true, value: undefined });
  });

  it('is a tagged failure when they did not', () => {
    assert.deepEqual(err({ kind: 'locked' }), { ok: false, error: { kind: 'locked' } });
  });
});
