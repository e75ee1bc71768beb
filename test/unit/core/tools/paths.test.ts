import assert from 'node:assert/strict';
import {
  below,
  isAbsolute,
  isBelow,
  joinPath,
  nameOf,
  namesIn,
  parentOf,
} from '../../../../src/core/tools/paths.ts';

describe('paths', () => {
  it('are absolute in the ways of both systems', () => {
    for (const path of ['/a', '/', 'C:\\a', 'c:/a', '\\\\server\\share'])
      assert.equal(isAbsolute(path), true, path);
    for (const path of ['a', './a', '..', 'C:a', '~/a', '']) assert.equal(isAbsolute(path), false, path);
  });

  it('are below a folder only behind a separator of their own system', () => {
    assert.equal(isBelow('/w', '/w'), true);
    assert.equal(isBelow('/w/a', '/w'), true);
    assert.equal(isBelow('/a', '/'), true);
    assert.equal(isBelow('/w2', '/w'), false);
    assert.equal(isBelow('/w\\a', '/w'), false, 'a file of POSIX whose name holds a backslash');
    assert.equal(isBelow('/', '/w'), false);
    assert.equal(isBelow('C:\\w\\a', 'C:\\w'), true);
    assert.equal(isBelow('C:\\a', 'C:\\'), true);
    assert.equal(isBelow('C:\\w2', 'C:\\w'), false);
    assert.equal(isBelow('D:\\w\\a', 'C:\\w'), false);
  });

  it('are told below a folder with slashes', () => {
    assert.equal(below('/w/a/b', '/w'), 'a/b');
    assert.equal(below('/a', '/'), 'a');
    assert.equal(below('/w', '/w'), '');
    assert.equal(below('/w/a\\b', '/w'), 'a\\b');
    assert.equal(below('C:\\w\\a\\b', 'C:\\w'), 'a/b');
  });

  it('are taken apart and put together', () => {
    assert.equal(joinPath('/w', 'a'), '/w/a');
    assert.equal(joinPath('/', 'a'), '/a');
    assert.equal(joinPath('C:\\', 'a'), 'C:\\a');
    assert.deepEqual(['/w/a', '/a', '/', 'C:\\a\\b', 'C:\\a', 'C:\\'].map(parentOf), [
      '/w',
      '/',
      '/',
      'C:\\a',
      'C:\\',
      'C:\\',
    ]);
    assert.equal(nameOf('/w/a.b'), 'a.b');
    assert.deepEqual(namesIn('C:\\a\\.git\\b'), ['a', '.git', 'b']);
    assert.deepEqual(namesIn('/a/.git/b'), ['a', '.git', 'b']);
  });
});
