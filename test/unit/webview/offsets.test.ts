import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Offsets } from '../../../webview/transcript/offsets.ts';

describe('offsets of a long list', () => {
  it('begins every row where the rows before it end', () => {
    const offsets = new Offsets([10, 20, 30]);
    assert.deepEqual(
      [0, 1, 2, 3].map((index) => offsets.at(index)),
      [0, 10, 30, 60],
    );
    assert.equal(offsets.total, 60);
  });

  it('finds the row that covers a height, and the nearest for one outside', () => {
    const offsets = new Offsets([10, 20, 30]);
    assert.deepEqual(
      [-5, 0, 9, 10, 29, 30, 59, 60, 999].map((height) => offsets.find(height)),
      [0, 0, 0, 1, 1, 2, 2, 2, 2],
    );
  });

  it('says whether a height is another one', () => {
    const offsets = new Offsets([10]);
    assert.equal(offsets.set(0, 10), false);
    assert.equal(offsets.set(0, 11), true);
    assert.equal(offsets.total, 11);
  });

  it('is empty without rows', () => {
    const offsets = new Offsets();
    assert.equal(offsets.total, 0);
    assert.equal(offsets.find(100), 0);
  });

  it('agrees with plain addition after any changes in any order', () => {
    const changes = fc.array(fc.record({ at: fc.nat(30), size: fc.integer({ min: 0, max: 500 }) }));
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 30 }),
        changes,
        (sizes, all) => {
          const offsets = new Offsets(sizes);
          const plain = [...sizes];
          for (const { at, size } of all) {
            const index = at % plain.length;
            offsets.set(index, size);
            plain[index] = size;
            const start = plain.slice(0, index).reduce((sum, one) => sum + one, 0);
            assert.equal(offsets.at(index), start);
            if (size > 0) assert.equal(offsets.find(start), index);
          }
          assert.equal(
            offsets.total,
            plain.reduce((sum, one) => sum + one, 0),
          );
        },
      ),
    );
  });
});
