import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { declaredNames, fitted } from '../../../../src/core/provider/fitted.ts';

describe('a name that has to fit', () => {
  it('stays as it is when it fits', () => {
    assert.equal(fitted('read_file-2', 64), 'read_file-2');
  });

  it('loses what is not allowed and what is too long, and ends in digits that depend on all of it', () => {
    assert.match(fitted('files.read', 64), /^files_read_[0-9a-f]{8}$/);
    assert.notEqual(fitted('files.read', 64), fitted('files/read', 64));
    assert.match(fitted('x'.repeat(100), 40), /^x{31}_[0-9a-f]{8}$/);
    assert.match(fitted('', 64), /^_[0-9a-f]{8}$/);
  });

  it('always fits, and a fitting one is not changed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 16, max: 128 }), (name, most) => {
        const once = fitted(name, most);
        assert.match(once, new RegExp(`^[a-zA-Z0-9_-]{1,${most}}$`));
        assert.equal(fitted(once, most), once);
      }),
    );
  });

  it('is found again from the name a model uses, and a name nobody declared stays', () => {
    const tools = [{ name: 'files.read', description: '', inputSchema: {} }];
    const nameOf = declaredNames(tools, 64);
    assert.equal(nameOf(fitted('files.read', 64)), 'files.read');
    assert.equal(nameOf('invented'), 'invented');
  });
});
