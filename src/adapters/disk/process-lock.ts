// The lock that keeps a session to one process. It is taken by giving a finished file the lock's name, which only one
// process can do; a lock whose owner is gone is removed only by the process that has won the right to remove that very
// lock, so that no two processes ever hold it.

import { err, ok, type Result } from '../../base/result.ts';
import { isoTime } from '../../base/clock.ts';
import type { LockOwner, StoreFailure } from '../../core/sessions/failures.ts';
import type { DiskPorts } from './disk-ports.ts';
import { alreadyExists } from './file-failure.ts';
import { sameFile } from './known-file.ts';
import {
  claimPath,
  lockText,
  ownerState,
  placeClaim,
  seeLock,
  takeoverPath,
  type LockContent,
  type SeenLock,
} from './lock-file.ts';
import { sweepLockFiles } from './lock-sweep.ts';
import { writeNewFile } from './write-file.ts';

export interface HeldLock {
  /**
   * Whether it still is this process that holds the lock. One that was deleted by hand is put back; one that another
   * process has taken meanwhile is `lock-lost`.
   */
  check(): Promise<Result<undefined, StoreFailure>>;
  /** Gives the lock back. Never fails. */
  release(): Promise<void>;
}

export interface NewLock {
  readonly content: LockContent;
  readonly bytes: Uint8Array;
}

export interface LockPlace {
  /** The lock file. */
  readonly path: string;
  /** What is locked, for messages. */
  readonly subject: string;
}

export interface LockRequest extends LockPlace {
  /** How long to wait for an owner that still runs. */
  readonly waitMs: number;
}

const pollMs = 100;
/**
 * An unreadable lock has no owner that could be asked. Locks appear with their whole content, so it is what a power cut
 * left or, where there are no links, one that is being written. It counts as nobody's once it has stayed the same this
 * long, so that it locks no session for ever.
 */
const unreadableGraceMs = 1000;

/** Takes the lock, waiting for a living owner as long as the request allows. `cancelled` when the signal aborts. */
export async function takeLock(
  ports: DiskPorts,
  request: LockRequest,
  signal: AbortSignal,
): Promise<Result<HeldLock, StoreFailure>> {
  return new LockAttempt(ports, request, await newLock(ports)).run(signal);
}

/** What a lock of this process says. */
export async function newLock(ports: DiskPorts): Promise<NewLock> {
  const self = await ports.processes.self();
  const content = { ...self, token: ports.ids.next('lock'), since: isoTime(ports.clock) };
  return { content, bytes: lockText(content) };
}

/** A lock of this process that is in place. */
export async function heldLock(ports: DiskPorts, place: LockPlace, lock: NewLock): Promise<HeldLock> {
  const { files } = ports;
  const { path, subject } = place;
  const { token } = lock.content;
  const lost = (owner: LockOwner | null): Result<never, StoreFailure> =>
    err({ kind: 'lock-lost', path: subject, owner });
  // As long as the file is this very one, no write has to read it.
  let known = await files.entry(path);
  return {
    check: async () => {
      const now = await files.entry(path);
      if (now.ok && known.ok && sameFile(now.value, known.value)) return ok();
      const seen = await seeLock(files, path);
      if (!seen.ok) return seen;
      if (seen.value.kind === 'unreadable') return lost(null);
      if (seen.value.kind === 'owned') {
        if (seen.value.token !== token) return lost(ownerOf(seen.value.content));
        known = now;
        return ok();
      }
      const placed = await writeNewFile(files, path, [lock.bytes]);
      if (placed.ok) return ok();
      if (alreadyExists(placed.error)) return lost(null);
      // The whole folder is gone: whatever is done in it next says so.
      return placed.error.kind === 'not-found' ? ok() : placed;
    },
    release: async () => {
      const seen = await seeLock(files, path);
      // Somebody may have removed the lock by hand and another process taken it: only our own is given back. A lock
      // that cannot be removed is taken over once this process is gone.
      if (seen.ok && seen.value.kind === 'owned' && seen.value.token === token) {
        await files.remove(path);
      }
    },
  };
}

/** Who stands in the way; an unreadable lock that is still fresh has no known owner. */
interface Obstacle {
  readonly owner: LockContent | null;
  readonly state: 'runs' | 'elsewhere';
}

type Right =
  { readonly kind: 'won'; readonly path: string } | { readonly kind: 'blocked'; readonly by: Obstacle };

class LockAttempt {
  private readonly ports: DiskPorts;
  private readonly request: LockRequest;
  private readonly claim: NewLock & { readonly path: string };
  /** Milliseconds waited so far, counted by the waits themselves: the clock may be set while they last. */
  private waited = 0;
  /** How long had been waited when each unreadable content was first seen, by place and token. */
  private readonly unreadableSince = new Map<string, number>();

  constructor(ports: DiskPorts, request: LockRequest, lock: NewLock) {
    this.ports = ports;
    this.request = request;
    this.claim = { ...lock, path: claimPath(request.path, lock.content.token) };
  }

  async run(signal: AbortSignal): Promise<Result<HeldLock, StoreFailure>> {
    const { files } = this.ports;
    const claimed = await writeNewFile(files, this.claim.path, [this.claim.bytes]);
    if (!claimed.ok) return claimed;
    const taken = await this.compete(signal);
    // A claim that stays behind is cleared away by a later owner.
    await files.remove(this.claim.path);
    if (!taken.ok) return taken;
    await sweepLockFiles(this.ports, this.request.path);
    return ok(await heldLock(this.ports, this.request, this.claim));
  }

  private async compete(signal: AbortSignal): Promise<Result<undefined, StoreFailure>> {
    const { clock, files } = this.ports;
    for (;;) {
      if (signal.aborted) return err({ kind: 'cancelled' });
      const placed = await placeClaim(files, this.claim, this.request.path);
      if (placed.ok) return ok();
      if (!alreadyExists(placed.error)) return placed;
      const obstacle = await this.clear();
      if (!obstacle.ok) return obstacle;
      if (obstacle.value === null) continue;
      const { owner, state } = obstacle.value;
      if (owner !== null && this.waited >= this.request.waitMs) return err(this.locked(owner, state));
      await clock.delay(pollMs, signal);
      this.waited += pollMs;
    }
  }

  /** Removes the lock when its owner is gone; null means that it may be tried for again. */
  private async clear(): Promise<Result<Obstacle | null, StoreFailure>> {
    const seen = await seeLock(this.ports.files, this.request.path);
    if (!seen.ok) return seen;
    if (seen.value.kind === 'none') return ok(null);
    const obstacle = await this.obstacle(this.request.path, seen.value);
    return obstacle === null ? this.remove(seen.value.token) : ok(obstacle);
  }

  /** Wins the right to remove the lock with this token, removes it if it still is that lock, gives the right back. */
  private async remove(stale: string): Promise<Result<Obstacle | null, StoreFailure>> {
    const { files } = this.ports;
    const right = await this.winRight(stale);
    if (!right.ok) return right;
    if (right.value.kind === 'blocked') return ok(right.value.by);
    const now = await seeLock(files, this.request.path);
    const still = now.ok && now.value.kind !== 'none' && now.value.token === stale;
    const removed = still ? await files.remove(this.request.path) : now;
    await files.remove(right.value.path);
    return removed.ok ? ok(null) : removed;
  }

  private async winRight(stale: string): Promise<Result<Right, StoreFailure>> {
    const { files } = this.ports;
    // A right whose holder is gone is overtaken in turn, by winning the right over that holder.
    for (let over = stale; ;) {
      const path = takeoverPath(this.request.path, over);
      const placed = await placeClaim(files, this.claim, path);
      if (placed.ok) return ok({ kind: 'won', path });
      if (!alreadyExists(placed.error)) return placed;
      const holder = await seeLock(files, path);
      if (!holder.ok) return holder;
      if (holder.value.kind === 'none') continue;
      const by = await this.obstacle(path, holder.value);
      if (by !== null) return ok({ kind: 'blocked', by });
      over = holder.value.token;
    }
  }

  private async obstacle(path: string, seen: Exclude<SeenLock, { kind: 'none' }>): Promise<Obstacle | null> {
    if (seen.kind === 'owned') {
      const state = await ownerState(this.ports, seen.content);
      return state === 'gone' ? null : { owner: seen.content, state };
    }
    const now = this.waited;
    const place = `${path}\n${seen.token}`;
    const since = this.unreadableSince.get(place) ?? now;
    this.unreadableSince.set(place, since);
    return now - since >= unreadableGraceMs ? null : { owner: null, state: 'runs' };
  }

  private locked(owner: LockContent, state: 'runs' | 'elsewhere'): StoreFailure {
    return {
      kind: 'locked',
      path: this.request.subject,
      owner: ownerOf(owner),
      elsewhere: state === 'elsewhere',
      lock: this.request.path,
    };
  }
}

function ownerOf({ pid, host, since }: LockContent): LockOwner {
  return { pid, host, since };
}
