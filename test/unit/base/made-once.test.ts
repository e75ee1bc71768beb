import assert from 'node:assert/strict';
import { madeOnce } from '../../../src/base/made-once.ts';

describe('what is made once', () => {
  it('is the same for all who ask, also while it is being made', async () => {
    let made = 0;
    const ask = madeOnce(async () => ({ number: ++made }));
    const [one, other] = await Promise.all([ask(), ask()]);
    assert.equal(one, other);
    assert.equal(await ask(), one);
    assert.equal(made, 1);
  });

  it('is made again after an attempt that failed, which all who waited for it are told of', async () => {
    let attempts = 0;
    const ask = madeOnce(async () => {
      if (++attempts === 1) throw new Error('the file is gone');
      return 'made';
    });
    const settled = await Promise.allSettled([ask(), ask()]);
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await ask(), 'made');
    assert.equal(attempts, 2);
  });
});
