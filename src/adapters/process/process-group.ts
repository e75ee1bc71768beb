// Signals to a whole process group, named by the process that leads it.

import { spawn } from 'node:child_process';

const windows = process.platform === 'win32';

/** Asks every process of the group to end, or ends it. One that is gone already needs nothing. */
export function endGroup(leader: number, how: 'ask' | 'force'): void {
  if (windows) {
    const args = ['/pid', String(leader), '/t', ...(how === 'force' ? ['/f'] : [])];
    spawn('taskkill', args, { stdio: 'ignore', windowsHide: true }).on('error', () => {
      // Without taskkill there is no other way to reach the group; its leader at least is reached.
      signal(leader, 'SIGTERM');
    });
    return;
  }
  signal(-leader, how === 'force' ? 'SIGKILL' : 'SIGTERM');
  // One that is stopped hears of nothing but this.
  if (how === 'ask') signal(-leader, 'SIGCONT');
}

/** True while the group has a process, also one that has ended and was not waited for. Always false on Windows. */
export function groupIsThere(leader: number): boolean {
  return !windows && signal(-leader, 0);
}

function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, name);
    return true;
  } catch (error) {
    // Not ours to signal, but there: a process that changed its user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
