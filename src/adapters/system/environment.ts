// The Environment port over the operating system.

import os from 'node:os';
import type { Clock } from '../../base/clock.ts';
import type { Environment } from '../../core/agent/system/environment.ts';

const names: Readonly<Record<string, string>> = { Darwin: 'macOS', Windows_NT: 'Windows' };

/** `shell` is the one commands are run with; without one the system's own is told. */
export function createEnvironment(clock: Clock, shell: string | undefined): Environment {
  const kind = os.type();
  const system = `${names[kind] ?? kind} ${os.release()} (${os.arch()})`;
  return { facts: () => ({ system, shell: shell ?? systemShell(), date: localDate(clock.now()) }) };
}

function systemShell(): string {
  return process.platform === 'win32' ? (process.env['ComSpec'] ?? 'cmd.exe') : '/bin/sh';
}

/** In the time zone of the machine: the person's calendar. */
function localDate(ms: number): string {
  const date = new Date(ms);
  const digits = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
}
