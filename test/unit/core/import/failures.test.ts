import assert from 'node:assert/strict';
import { describeImportFailure, type ImportFailure } from '../../../../src/core/import/failures.ts';

const path = 'chat.jsonl';
const failures: readonly ImportFailure[] = [
  { kind: 'empty', path },
  { kind: 'unknown-format', lookedFor: ['codex', 'pi'], seen: 'broken-json', path },
  { kind: 'not-built-yet', format: 'aider', path },
  { kind: 'does-not-fit', format: 'codex', found: 'pi', path },
  { kind: 'does-not-fit', format: 'codex', found: undefined, path },
  { kind: 'nothing-readable', format: 'codex', damaged: [{ line: 3, reason: 'not JSON' }], path },
  { kind: 'missing', path },
  { kind: 'directory', path },
  { kind: 'no-plain-file', path },
  { kind: 'not-readable', code: 'EACCES', path },
  { kind: 'binary', path },
  { kind: 'too-large', what: 'json', bytes: 600_000_001, path },
  { kind: 'too-large', what: 'file', bytes: 3_000_000_000, path },
  { kind: 'out-of-memory', path },
  { kind: 'io', code: 'EIO', path },
  { kind: 'cancelled', path },
];

describe('a failed import', () => {
  for (const failure of failures) {
    it(`says in one line what happened to which file: ${failure.kind}`, () => {
      const text = describeImportFailure(failure);
      assert.ok(text.includes(path));
      assert.equal(text.includes('\n'), false);
    });
  }

  it('says what was looked for, and what is wrong with the file', () => {
    assert.equal(
      describeImportFailure(failures[1]!),
      'chat.jsonl is in no format Segue reads. It begins like JSON and cannot be read as such: it may have been cut short. Looked for: Codex, pi. Name the format with --format if you know it',
    );
  });

  it('says how large is too large', () => {
    assert.equal(
      describeImportFailure(failures[11]!),
      'chat.jsonl holds 601 MB in one JSON value, more than can be read at once: split it',
    );
  });
});
