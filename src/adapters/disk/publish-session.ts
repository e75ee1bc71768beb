// A new session folder: everything is written and synced in a staging folder, and one rename makes it a session. A
// crash before the rename leaves nothing that could be taken for a session, one after it leaves all of it.

import { dirname, join } from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { sessionFolderName, stagingName } from '../../core/sessions/names.ts';
import type { SessionRecord } from '../../core/sessions/session-record.ts';
import type { DiskPorts } from './disk-ports.ts';
import { alreadyExists } from './file-failure.ts';
import { StagedSession, type NewSession } from './staged-session.ts';
import { removeTree, sweepStaging } from './staging.ts';
import { ensureFolder } from './write-file.ts';

/** How often other digits are tried for the folder's name. */
const nameAttempts = 64;

/** Publishes the session below `root` and returns its path, or leaves nothing. The lock is in place. */
export async function publishSession(
  ports: DiskPorts,
  { root, session }: { readonly root: string; readonly session: NewSession },
  signal: AbortSignal,
): Promise<Result<string, StoreFailure>> {
  const { files, ids } = ports;
  const made = await ensureFolder(files, root);
  if (!made.ok) return made;
  await sweepStaging(ports, root);
  const staging = join(root, stagingName(ids.hex(12)));
  const created = await files.folders.create(staging);
  if (!created.ok) return created;
  const staged = await new StagedSession(ports, staging, session.record).write(session, signal);
  const published = staged.ok ? await publish(ports, staging, session.record) : staged;
  if (!published.ok) await removeTree(files, staging);
  return published;
}

async function publish(
  ports: DiskPorts,
  staging: string,
  record: SessionRecord,
): Promise<Result<string, StoreFailure>> {
  const { files } = ports;
  const root = dirname(staging);
  for (let attempt = 1; ; attempt++) {
    const path = join(root, sessionFolderName(record.name, record.createdAt, ports.ids));
    const taken = await files.stat(path);
    // Other digits on collision; the rename itself refuses a folder that came between.
    const renamed = taken.ok ? collision(path) : await files.rename(staging, path);
    if (!renamed.ok && alreadyExists(renamed.error) && attempt < nameAttempts) continue;
    if (!renamed.ok) return renamed;
    const synced = await files.folders.sync(root);
    if (synced.ok) return ok(path);
    // Not known to be durable and therefore not confirmed: it goes back to where a failure is cleared away.
    await files.rename(path, staging);
    return synced;
  }
}

function collision(path: string): Result<never, StoreFailure> {
  return err({ kind: 'io', path, operation: 'create', code: 'EEXIST' });
}
