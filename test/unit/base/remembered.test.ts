import assert from 'node:assert/strict';
import { remembered } from '../../../src/base/remembered.ts';

describe('what is remembered of an object', () => {
  it('is made once, also when it is nothing', () => {
    const asked: object[] = [];
    const made = remembered((key: object) => {
      asked.push(key);
      return undefined;
    });
    const key = {};
    made(key);
    made(key);
    assert.deepEqual(asked, [key]);
  });

  it('is not that of another object that looks the same', () => {
    const made = remembered((key: { readonly of: number }) => ({ key }));
    assert.notEqual(made({ of: 1 }), made({ of: 1 }));
  });
});
