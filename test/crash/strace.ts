// A second opinion on how many effects a process had: the kernel's, as strace tells them.

import { runChild } from '../support/child-script.ts';

const changing =
  /^\d+\s+(write|pwrite64|writev|pwritev|fsync|fdatasync|ftruncate|truncate|rename|renameat|renameat2|unlink|unlinkat|link|linkat|symlink|symlinkat|mkdir|mkdirat|rmdir)\((.*)$/;
const creating = /^\d+\s+(?:open|openat|creat)\((.*O_CREAT.*)$/;

/** True when strace is on the PATH and may be used here. */
export async function hasStrace(): Promise<boolean> {
  try {
    const end = await runChild(['strace', '-f', '-o', '/dev/null', 'true']);
    return end.code === 0;
  } catch {
    return false;
  }
}

/** How many calls changed something below the root. A call that was interrupted in the log is counted where it began. */
export function countedByStrace(log: string, root: string): number {
  return log
    .split('\n')
    .map((line) => changing.exec(line)?.[2] ?? creating.exec(line)?.[1])
    .filter((args) => args !== undefined && touches(args, root)).length;
}

function touches(args: string, root: string): boolean {
  return (
    args.includes(`"${root}/`) ||
    args.includes(`"${root}"`) ||
    (/^\d+</.test(args) && (args.includes(`<${root}/`) || args.includes(`<${root}>`)))
  );
}
