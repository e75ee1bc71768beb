// Processes that were started by a life of the soak, found by a mark in their environment, which every command inherits.
// Linux only: elsewhere none is ever seen.

import { readdirSync, readFileSync } from 'node:fs';

export const markName = 'SEGUE_SOAK';

/** Ids of the processes with this mark. */
export function markedProcesses(mark: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  const wanted = `${markName}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => environmentOf(name).includes(wanted))
    .map(Number);
}

function environmentOf(id: string): readonly string[] {
  try {
    // A process that ended has none any more.
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
  } catch {
    // It ended between the listing and this, or belongs to somebody else.
    return [];
  }
}
