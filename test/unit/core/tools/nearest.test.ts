import assert from 'node:assert/strict';
import { nearestNames } from '../../../../src/core/tools/nearest.ts';

describe('nearestNames', () => {
  it('finds what was meant, best first, whatever the case and the separators', () => {
    const names = ['read_file', 'write_file', 'edit_file', 'list_folder', 'search_text'];
    assert.deepEqual(nearestNames('ReadFile', names), ['read_file']);
    assert.deepEqual(nearestNames('search', names), ['search_text']);
    assert.deepEqual(nearestNames('edt_file', names)[0], 'edit_file');
  });

  it('names at most three, and nothing that has little to do with it', () => {
    assert.deepEqual(nearestNames('test1', ['test2', 'test3', 'test4', 'test5']), [
      'test2',
      'test3',
      'test4',
    ]);
    assert.deepEqual(nearestNames('frobnicate', ['read_file', 'a', '']), []);
    assert.deepEqual(nearestNames('', ['a']), []);
  });

  it('compares no names of absurd length', () => {
    assert.deepEqual(nearestNames('a'.repeat(1_000_000), ['a'.repeat(999_999)]), []);
  });
});
