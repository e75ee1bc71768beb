import assert from 'node:assert/strict';
import { unpaced } from '../../../src/base/pace.ts';

describe('unpaced', () => {
  it('never asks its caller to wait', () => {
    assert.equal(unpaced.breathe(), undefined);
  });
});
