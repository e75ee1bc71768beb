// The engine as the command line composes it, with the parts a measurement replaces.

import { nodeFileSystem } from '../../../src/adapters/disk/node-file-system.ts';
import { createFileSessionStore } from '../../../src/adapters/disk/file-session-store.ts';
import type { FileSystem } from '../../../src/adapters/disk/file-system.ts';
import { nodeProcessTable } from '../../../src/adapters/disk/process-table.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { randomIds } from '../../../src/adapters/system/ids.ts';
import { createPace } from '../../../src/adapters/system/pace.ts';
import { nodeSha256 } from '../../../src/adapters/system/sha256.ts';
import { runCli } from '../../../src/cli/run.ts';
import type { SessionHandle, SessionStore } from '../../../src/core/sessions/store.ts';
import { never, valueOf } from '../../support/expect.ts';
import { benchRoot } from './places.ts';

export const pace = createPace();

export function storeOver(files: FileSystem, root: string): SessionStore {
  const ports = { clock: systemClock, ids: randomIds, sha256: nodeSha256, pace };
  return createFileSessionStore({ ...ports, files, processes: nodeProcessTable }, { root });
}

/** Opens the session at `path` for writing. */
export async function openSession(path: string, files: FileSystem = nodeFileSystem): Promise<SessionHandle> {
  return valueOf(await storeOver(files, path).open(path, 'write', never));
}

/** Runs one command line in this process; one that does not exit with 0 is an error. Returns what it printed. */
export async function runCommand(args: readonly string[]): Promise<string> {
  let out = '';
  let err = '';
  const status = await runCli(args, {
    env: {},
    cwd: benchRoot,
    home: benchRoot,
    version: '0',
    program: 'segue',
    out: (text) => (out += text),
    err: (text) => (err += text),
    watched: false,
    signal: never,
  });
  if (status !== 0) throw new Error(`segue ${args[0] ?? ''} exited with ${status}: ${err}`);
  return out;
}

/** Flags of an offline compaction under the default settings. */
export const offlineFlags: readonly string[] = ['--provider', 'offline', '--json'];
