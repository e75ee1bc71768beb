// Which process is meant by a lock, and whether it still runs. A process id alone is not enough: it is given again.

import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from './file-failure.ts';

export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Differs between two processes that had the same id; null where the system does not tell. */
  readonly start: string | null;
}

export interface ProcessTable {
  self(): Promise<ProcessIdentity>;
  /** For a process of this host: false once it is gone, also when its id has been given to another. */
  runs(process: ProcessIdentity): Promise<boolean>;
}

export const nodeProcessTable: ProcessTable = {
  self: async () => ({
    pid: process.pid,
    host: hostname(),
    start: (await startOf(process.pid))?.start ?? null,
  }),
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

/** Boot and start time of a process from /proc; undefined where there is no /proc or the process has just gone. */
async function startOf(pid: number): Promise<{ start: string; dead: boolean } | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    // The name in parentheses may hold anything; state is the first field after it, start time the twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0] ?? '';
    return { start: `${boot.trim()}:${fields[19] ?? ''}`, dead: state === 'Z' || state === 'X' };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
