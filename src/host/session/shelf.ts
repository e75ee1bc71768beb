// The sessions of this window's folder, on disk: which there are, and opening one as far as others allow it.

import path from 'node:path';
import type { DiskPorts } from '../../adapters/disk/disk-ports.ts';
import { createFileSessionStore } from '../../adapters/disk/file-session-store.ts';
import { readSidecar } from '../../adapters/disk/sidecar-file.ts';
import type { Result } from '../../base/result.ts';
import type { StoreFailure } from '../../core/sessions/failures.ts';
import type { SessionInit } from '../../core/sessions/session-record.ts';
import type { SessionHandle, SessionStore, WholeSession } from '../../core/sessions/store.ts';

export interface ListedSession {
  readonly path: string;
  readonly name: string;
  /** ISO time; `''` for one that cannot be read. */
  readonly updatedAt: string;
  readonly segments: number;
}

/** The old host of a window that is reloaded lets go after five seconds at the latest (design 11). */
const patience = 6000;

export class Shelf {
  readonly folder: string;
  private readonly disk: DiskPorts;
  private readonly store: SessionStore;

  /** `lockWaitMs` is how long it waits for another process to let go of a session. */
  constructor(disk: DiskPorts, folder: string, lockWaitMs = patience) {
    this.disk = disk;
    this.folder = folder;
    this.store = createFileSessionStore(disk, { root: folder, lockWaitMs });
  }

  create(init: SessionInit, signal: AbortSignal): Promise<Result<SessionHandle, StoreFailure>> {
    return this.store.create(init, signal);
  }

  adopt(session: WholeSession, signal: AbortSignal): Promise<Result<string, StoreFailure>> {
    return this.store.adopt(session, signal);
  }

  open(
    session: string,
    access: 'read' | 'write',
    signal: AbortSignal,
  ): Promise<Result<SessionHandle, StoreFailure>> {
    return this.store.open(session, access, signal);
  }

  /** Those written last first; empty when the folder cannot be read. */
  async list(signal: AbortSignal): Promise<readonly ListedSession[]> {
    const paths = await this.store.list(signal);
    if (!paths.ok) return [];
    const listed = await Promise.all(paths.value.map((session) => this.told(session)));
    return listed.sort((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  }

  private async told(session: string): Promise<ListedSession> {
    const sidecar = await readSidecar(this.disk, session);
    if (!sidecar.ok) return { path: session, name: path.basename(session), updatedAt: '', segments: 0 };
    const { name, updatedAt, activeSegment } = sidecar.value.record;
    return { path: session, name, updatedAt, segments: activeSegment };
  }
}
