// What a person is told about a store failure.

import assert from 'node:assert/strict';
import { describeStoreFailure, type StoreFailure } from '../../../../src/core/sessions/failures.ts';

const path = '/s/x';
const owner = { pid: 42, host: 'laptop', since: '12:00' };

const told: readonly (readonly [StoreFailure, RegExp])[] = [
  [{ kind: 'not-found', path }, /nothing at \/s\/x/],
  [{ kind: 'not-a-session', path, why: 'it is a file' }, /not a session: it is a file/],
  [{ kind: 'newer-format', path, format: 7 }, /newer version of Segue \(format 7\)/],
  [{ kind: 'locked', path, owner, elsewhere: false, lock: '/s/x/.lock' }, /process 42 since 12:00$/],
  [
    { kind: 'locked', path, owner, elsewhere: true, lock: '/s/x/.lock' },
    /another host or in another container, laptop; .* delete \/s\/x\/\.lock/,
  ],
  [{ kind: 'lock-lost', path, owner }, /^Process \d+ on laptop has taken \/s\/x over/],
  [{ kind: 'lock-lost', path, owner: null }, /^Another process has taken \/s\/x over/],
  [{ kind: 'not-readable', path }, /may not be read/],
  [{ kind: 'not-writable', path }, /may not be written/],
  [{ kind: 'disk-full', path }, /disk is full/],
  [{ kind: 'changed-on-disk', path, how: 'edited' }, /^Session segment changed on disk: \/s\/x was edited/],
  [
    { kind: 'changed-on-disk', path: '/s/session.json', how: 'deleted' },
    /^Session sidecar changed on disk: .* was deleted/,
  ],
  [{ kind: 'damaged', path, lines: [3, 9] }, /damaged lines nobody has accepted: 3, 9/],
  [{ kind: 'read-only-handle', path }, /for reading only/],
  [{ kind: 'needs-reopen', path }, /failed half-way/],
  [{ kind: 'closed', path }, /was closed/],
  [{ kind: 'cancelled' }, /^Cancelled$/],
  [{ kind: 'io', path, operation: 'sync', code: 'EIO' }, /sync failed on \/s\/x \(EIO\)/],
];

describe('store failures', () => {
  for (const [failure, text] of told) {
    const where =
      failure.kind === 'locked' && failure.elsewhere
        ? ' on another host'
        : 'how' in failure
          ? `, ${failure.how}`
          : failure.kind === 'lock-lost' && failure.owner === null
            ? ' to nobody known'
            : '';
    it(`tell in one sentence what happened: ${failure.kind}${where}`, () =>
      assert.match(describeStoreFailure(failure), text));
  }
});
