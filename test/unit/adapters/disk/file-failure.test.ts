// The one mapping from codes of the system to failures of the store.

import assert from 'node:assert/strict';
import { alreadyExists, codeOf, failureOf } from '../../../../src/adapters/disk/file-failure.ts';

describe('codes of the file system', () => {
  const kinds: readonly (readonly [string, string, string])[] = [
    ['ENOSPC', 'write', 'disk-full'],
    ['EDQUOT', 'write', 'disk-full'],
    ['EFBIG', 'write', 'disk-full'],
    ['EACCES', 'open', 'not-writable'],
    ['EPERM', 'rename', 'not-writable'],
    ['EROFS', 'open', 'not-writable'],
    ['EACCES', 'read', 'not-readable'],
    ['EACCES', 'list', 'not-readable'],
    ['EPERM', 'stat', 'not-readable'],
    ['ENOENT', 'read', 'not-found'],
    ['ENOTDIR', 'read', 'not-found'],
    ['EIO', 'sync', 'io'],
    ['EMFILE', 'open', 'io'],
    ['ENAMETOOLONG', 'create', 'io'],
  ];
  for (const [code, operation, kind] of kinds) {
    it(`${code} on ${operation} is ${kind}`, () => {
      const failure = failureOf(code, { operation, path: '/x' });
      assert.equal(failure.kind, kind);
      assert.equal('path' in failure && failure.path, '/x');
    });
  }

  it('tell what exists already from every other failure', () => {
    const effect = { operation: 'link', path: '/x' };
    assert.ok(alreadyExists(failureOf('EEXIST', effect)) && alreadyExists(failureOf('ENOTEMPTY', effect)));
    assert.ok(!alreadyExists(failureOf('EIO', effect)) && !alreadyExists(failureOf('ENOENT', effect)));
  });

  it('are read from errors of the system and from nothing else, so that bugs stay bugs', () => {
    assert.equal(codeOf(Object.assign(new Error('no'), { code: 'EIO' })), 'EIO');
    assert.equal(codeOf(new TypeError('bug')), undefined);
    assert.equal(codeOf(Object.assign(new Error('odd'), { code: 5 })), undefined);
    assert.equal(codeOf('EIO'), undefined);
  });
});
