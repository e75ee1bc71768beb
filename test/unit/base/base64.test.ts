import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { base64Of } from '../../../src/base/base64.ts';

describe('base64Of', () => {
  it('writes bytes as Node does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        assert.equal(base64Of(bytes), Buffer.from(bytes).toString('base64'));
      }),
    );
  });
});
