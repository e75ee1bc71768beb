import assert from 'node:assert/strict';
import { addAll } from '../../../src/base/add-all.ts';

describe('adding all values to a list', () => {
  it('keeps their order behind what is there, however many they are', () => {
    const list = [1];
    const many = Array.from({ length: 300_000 }, (_, index) => index + 2);
    addAll(list, many);
    assert.deepEqual([list.length, list[0], list[1], list.at(-1)], [300_001, 1, 2, 300_001]);
  });
});
