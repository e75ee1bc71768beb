import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withTemporaryFolder } from '../../support/disk-store.ts';
import { keepOnly } from '../../start/leftovers.ts';

describe('what npm start leaves behind', () => {
  it('is the session and its workspace, without the profile and the build', () =>
    withTemporaryFolder((folder) => {
      const put = (...names: readonly string[]): string => {
        const file = path.join(folder, ...names);
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, 'x');
        return file;
      };
      const session = put(
        'user',
        'User',
        'globalStorage',
        'segue.segue-chat',
        'larder',
        'sessions',
        's',
        'session.json',
      );
      const source = put('larder', 'src', 'a.js');
      const gone = [
        put('segue.vsix'),
        put('user', 'logs', 'main.log'),
        put('user', 'User', 'settings.json'),
        put('user', 'User', 'globalStorage', 'other', 'state'),
      ];
      keepOnly(folder, [path.join(folder, 'larder'), path.resolve(session, '..', '..')]);
      assert.deepEqual([session, source].map(existsSync), [true, true]);
      assert.deepEqual(gone.map(existsSync), [false, false, false, false]);
      return Promise.resolve();
    }));
});
