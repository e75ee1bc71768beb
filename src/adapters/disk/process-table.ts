// Which process is meant by a lock, and whether it still runs. A process id alone is not enough: it is given again.

import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from './file-failure.ts';

export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Differs between two processes that had the same id; null where the system does not tell. */
  readonly start: string | null;
  /**
   * Within what its id means something: processes of two containers do not see one another, even where the host has one
   * name for both. Null where the system does not tell.
   */
  readonly space: string | null;
}

export interface ProcessTable {
  self(): Promise<ProcessIdentity>;
  /** Whether `runs` can tell at all: not for one of another host, nor of another container of this one. */
  sees(process: ProcessIdentity): Promise<boolean>;
  /** For a process that is seen: false once it is gone, also when its id has been given to another. */
  runs(process: ProcessIdentity): Promise<boolean>;
}

export const nodeProcessTable: ProcessTable = {
  self: async () => ({
    pid: process.pid,
    host: hostname(),
    start: (await startOf(process.pid))?.start ?? null,
    space: await ownSpace(),
  }),
  sees: async ({ host, space }) => {
    if (host !== hostname()) return false;
    const own = await ownSpace();
    // One from before the host was started anew is seen to be gone, wherever it ran.
    return own === null || space === null || own === space || bootOf(own) !== bootOf(space);
  },
  runs: async ({ pid, start }) => {
    if (!answers(pid)) return false;
    const running = await startOf(pid);
    if (running === undefined) return true;
    return !running.dead && (start === null || running.start === start);
  },
};

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Only "no such process" means gone; a process of another user may not be signalled but runs.
    return codeOf(error) !== 'ESRCH';
  }
}

/** Boot and process-id namespace of this process; null where there is no /proc. */
async function ownSpace(): Promise<string | null> {
  try {
    const boot = await readFile(bootFile, 'utf8');
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return null;
  }
}

function bootOf(space: string): string {
  return space.split(' ', 1)[0] ?? '';
}

const bootFile = '/proc/sys/kernel/random/boot_id';

/** Boot and start time of a process from /proc; undefined where there is no /proc or the process has just gone. */
async function startOf(pid: number): Promise<{ start: string; dead: boolean } | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile(bootFile, 'utf8');
    // The name in parentheses may hold anything; state is the first field after it, start time the twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0] ?? '';
    return { start: `${boot.trim()}:${fields[19] ?? ''}`, dead: state === 'Z' || state === 'X' };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
