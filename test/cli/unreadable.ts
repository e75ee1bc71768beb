// Files and folders that really may not be read or written, also by root, for whom permissions do not count: there the
// program runs in a user namespace to which the owner of the file is a stranger.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';

/**
 * Takes all permissions from a file or folder and returns the words that must stand before a command for that to hold.
 * Skips the test where there is no such way; fails it when the file can be read all the same.
 */
export async function unreadable(place: string, test: Mocha.Context): Promise<readonly string[]> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && process.platform !== 'linux') {
    console.log(`    permissions: root on ${process.platform} may read everything`);
    test.skip();
  }
  if (isRoot) execFileSync('chown', ['-R', '54321:54321', place]);
  execFileSync('chmod', ['-R', isRoot ? 'go-rwx' : 'a-rwx', place]);
  const through = isRoot ? ['unshare', '--user', '--map-root-user'] : [];
  const opens = (command: string, args: readonly string[]): boolean => {
    const words = [...through, command, ...args];
    return spawnSync(words[0]!, words.slice(1)).status === 0;
  };
  assert.ok(
    !opens('cat', [place]) && !opens('ls', [`${place}/.`]),
    'nothing keeps the place from being read',
  );
  return through;
}
