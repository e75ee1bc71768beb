// Why the store could not do what it was asked. Every member carries what a message needs; texts are made elsewhere.

import { assertNever } from '../../base/fail.ts';
import { sidecarName } from './names.ts';

export type StoreFailure =
  | { readonly kind: 'not-found'; readonly path: string }
  | { readonly kind: 'not-a-session'; readonly path: string; readonly why: string }
  | { readonly kind: 'newer-format'; readonly path: string; readonly format: number }
  | {
      readonly kind: 'locked';
      readonly path: string;
      readonly owner: LockOwner;
      /** The owner runs on another host or in another container, so nobody here can tell whether it still does. */
      readonly elsewhere: boolean;
      /** The lock file, for a person who knows that the owner is gone. */
      readonly lock: string;
    }
  /** It was held, and another process has it now; null when that one cannot be told. */
  | { readonly kind: 'lock-lost'; readonly path: string; readonly owner: LockOwner | null }
  | { readonly kind: 'not-readable'; readonly path: string }
  /** A pipe, a device or a socket where a file should be. */
  | { readonly kind: 'no-plain-file'; readonly path: string }
  | { readonly kind: 'not-writable'; readonly path: string }
  | { readonly kind: 'disk-full'; readonly path: string }
  | { readonly kind: 'changed-on-disk'; readonly path: string; readonly how: 'edited' | 'deleted' }
  /** Damaged lines of the active segment that nobody has accepted (design 4.2); counted from 1. */
  | { readonly kind: 'damaged'; readonly path: string; readonly lines: readonly number[] }
  | { readonly kind: 'read-only-handle'; readonly path: string }
  | { readonly kind: 'needs-reopen'; readonly path: string }
  | { readonly kind: 'closed'; readonly path: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'io'; readonly path: string; readonly operation: string; readonly code: string };

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/** One sentence that says what happened; what to do is added by the surface that shows it. */
export function describeStoreFailure(failure: StoreFailure): string {
  switch (failure.kind) {
    case 'not-found':
      return `There is nothing at ${failure.path}`;
    case 'not-a-session':
      return `${failure.path} is not a session: ${failure.why}`;
    case 'newer-format':
      return `${failure.path} was written by a newer version of Segue (format ${failure.format})`;
    case 'locked':
      return failure.elsewhere
        ? `${failure.path} is in use by process ${failure.owner.pid} on another host or in another container, ${failure.owner.host}; ` +
            `if that process is gone, delete ${failure.lock}`
        : `${failure.path} is in use by process ${failure.owner.pid} since ${failure.owner.since}`;
    case 'lock-lost': {
      const other =
        failure.owner === null ? 'Another process' : `Process ${failure.owner.pid} on ${failure.owner.host}`;
      return `${other} has taken ${failure.path} over, so nothing more is written to it from here`;
    }
    case 'not-readable':
      return `${failure.path} may not be read`;
    case 'no-plain-file':
      return `${failure.path} is no plain file`;
    case 'not-writable':
      return `${failure.path} may not be written`;
    case 'disk-full':
      return `The disk is full: ${failure.path} could not be written`;
    case 'changed-on-disk':
      return `Session ${fileWord(failure.path)} changed on disk: ${failure.path} was ${failure.how} by something else`;
    case 'damaged':
      return `${failure.path} has damaged lines nobody has accepted: ${failure.lines.join(', ')}`;
    case 'read-only-handle':
      return `${failure.path} was opened for reading only`;
    case 'needs-reopen':
      return `An earlier write to ${failure.path} failed half-way and could not be taken back`;
    case 'closed':
      return `${failure.path} was closed`;
    case 'cancelled':
      return 'Cancelled';
    case 'io':
      return `${failure.operation} failed on ${failure.path} (${failure.code})`;
    default:
      return assertNever(failure);
  }
}

function fileWord(path: string): string {
  return path.endsWith(sidecarName) ? 'sidecar' : 'segment';
}
