// Which processes of a group there are, as the system tells it.

import { readdirSync, readFileSync } from 'node:fs';

/** Ids of the group's processes that still run; one that only waits to be counted does not. Linux only. */
export function groupMembers(group: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const [state, , own] = statOf(name).split(' ');
      return Number(own) === group && state !== 'Z' && state !== 'X';
    })
    .map(Number);
}

/** Resolves once the group has no process left. The test runs into its time limit when that never happens. */
export async function untilGone(group: number): Promise<void> {
  while (groupMembers(group).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** State, parent, group and the rest; empty for a process that is gone. */
function statOf(id: string): string {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2);
  } catch {
    // It ended between the listing and this.
    return '';
  }
}
