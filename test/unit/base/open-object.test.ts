import assert from 'node:assert/strict';
import * as z from 'zod';
import { openObject } from '../../../src/base/open-object.ts';

const schema = openObject({ name: z.string() });

describe('openObject', () => {
  it('keeps fields it does not know', () => {
    assert.deepEqual(schema.parse({ name: 'a', later: { version: 2 } }), {
      name: 'a',
      later: { version: 2 },
    });
  });

  it('still checks the fields it knows', () => {
    assert.equal(schema.safeParse({ name: 3 }).success, false);
    assert.equal(schema.safeParse({}).success, false);
  });
});
