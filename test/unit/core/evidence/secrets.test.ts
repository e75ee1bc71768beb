// The masker that masks nothing.

import assert from 'node:assert/strict';
import { noMasking } from '../../../../src/core/evidence/secrets.ts';
import { never } from '../../../support/expect.ts';

describe('no masking', () => {
  it('gives every text back and counts nothing', async () => {
    assert.deepEqual(await noMasking.mask('API_KEY=abc', never), { text: 'API_KEY=abc', count: 0 });
  });
});
