import type { ChildProcess } from 'node:child_process';

export function endTree(child: ChildProcess): Promise<void>;
export function isRunning(pid: number): boolean;
