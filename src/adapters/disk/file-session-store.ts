// The file profile: sessions as folders below one root, each held by one process through its lock (design 4.1).

import { join } from 'node:path';
import { isoTime } from '../../base/clock.ts';
import { invariant } from '../../base/fail.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import { isStaging, lockName, sidecarName } from '../../core/sessions/names.ts';
import { newSessionRecord, type SessionInit } from '../../core/sessions/session-record.ts';
import type { SessionHandle, SessionStore, WholeSession } from '../../core/sessions/store.ts';
import type { DiskPorts } from './disk-ports.ts';
import { notAFolder } from './file-failure.ts';
import { FileSession } from './file-session.ts';
import { openForReading, openForWriting } from './open-session.ts';
import { heldLock, newLock, takeLock, type HeldLock } from './process-lock.ts';
import { publishSession } from './publish-session.ts';
import { readSidecar } from './sidecar-file.ts';
import type { NewSession } from './staged-session.ts';

export interface FileStoreOptions {
  /** The folder that holds the session folders; created when first needed. */
  readonly root: string;
  /** How long `open` waits for another living process to let go of the session. 5000 unless given (design 11). */
  readonly lockWaitMs?: number | undefined;
}

const defaultLockWaitMs = 5000;

/** The store over the sessions below the root. Sessions elsewhere can be opened too, by their path. */
export function createFileSessionStore(ports: DiskPorts, options: FileStoreOptions): SessionStore {
  return new FileSessionStore(ports, options);
}

class FileSessionStore implements SessionStore {
  private readonly ports: DiskPorts;
  private readonly root: string;
  private readonly lockWaitMs: number;

  constructor(ports: DiskPorts, options: FileStoreOptions) {
    this.ports = ports;
    this.root = options.root;
    this.lockWaitMs = options.lockWaitMs ?? defaultLockWaitMs;
  }

  async create(init: SessionInit, signal: AbortSignal): Promise<Result<SessionHandle, StoreFailure>> {
    const empty = { records: [], createdAt: isoTime(this.ports.clock), finalized: null };
    const content = { segments: [empty], agents: new Map<string, never>(), artifacts: [] };
    const published = await this.publish(init, content, signal);
    return published.ok ? this.openLocked(published.value) : published;
  }

  async adopt(session: WholeSession, signal: AbortSignal): Promise<Result<string, StoreFailure>> {
    const last = session.segments.length - 1;
    invariant(
      last >= 0 &&
        session.segments.every(({ finalized }, place) => (finalized === null) === (place === last)),
      'a whole session has one active segment, and it is the last',
    );
    const published = await this.publish(session.init, session, signal);
    if (!published.ok) return published;
    await published.value.lock.release();
    return ok(published.value.path);
  }

  async open(
    path: string,
    access: 'read' | 'write',
    signal: AbortSignal,
  ): Promise<Result<SessionHandle, StoreFailure>> {
    if (signal.aborted) return err({ kind: 'cancelled' });
    if (access === 'read') {
      const opened = await openForReading(this.ports, path);
      return opened.ok ? ok(new FileSession(this.ports, opened.value, null)) : opened;
    }
    // What is no session of this version is refused before even a lock is put into it.
    const readable = await readSidecar(this.ports, path);
    if (!readable.ok) return readable;
    const request = { path: join(path, lockName), subject: path, waitMs: this.lockWaitMs };
    const lock = await takeLock(this.ports, request, signal);
    return lock.ok ? this.openLocked({ path, lock: lock.value }) : lock;
  }

  async list(signal: AbortSignal): Promise<Result<readonly string[], StoreFailure>> {
    const names = await this.ports.files.folders.list(this.root);
    if (!names.ok && names.error.kind !== 'not-found') return names;
    if (!names.ok) return (await this.ports.files.stat(this.root)).ok ? err(notAFolder(this.root)) : ok([]);
    const found: { readonly path: string; readonly createdAt: string }[] = [];
    for (const name of names.value) {
      if (signal.aborted) return err({ kind: 'cancelled' });
      if (isStaging(name)) continue;
      const path = join(this.root, name);
      const sidecar = await readSidecar(this.ports, path);
      if (sidecar.ok) found.push({ path, createdAt: sidecar.value.record.createdAt });
      // One that cannot be read is listed all the same, last: opening it says what is wrong.
      else if ((await this.ports.files.stat(join(path, sidecarName))).ok) found.push({ path, createdAt: '' });
    }
    found.sort((one, other) => compare(other.createdAt, one.createdAt) || compare(one.path, other.path));
    return ok(found.map((session) => session.path));
  }

  private async openLocked(held: Locked): Promise<Result<SessionHandle, StoreFailure>> {
    const opened = await openForWriting(this.ports, held.path);
    if (opened.ok) return ok(new FileSession(this.ports, opened.value, held.lock));
    await held.lock.release();
    return opened;
  }

  private async publish(
    init: SessionInit,
    content: NewSession['content'],
    signal: AbortSignal,
  ): Promise<Result<Locked, StoreFailure>> {
    if (signal.aborted) return err({ kind: 'cancelled' });
    const { ports, root } = this;
    const record = newSessionRecord(ports.ids.next('session'), isoTime(ports.clock), init);
    const lock = await newLock(ports);
    const session = { record, content, lock: lock.bytes };
    const path = await publishSession(ports, { root, session }, signal);
    if (!path.ok) return path;
    const held = await heldLock(ports, { path: join(path.value, lockName), subject: path.value }, lock);
    return ok({ path: path.value, lock: held });
  }
}

interface Locked {
  readonly path: string;
  readonly lock: HeldLock;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
