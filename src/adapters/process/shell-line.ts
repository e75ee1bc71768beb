// How a command line is handed to the person's shell, and what its process is given.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { markName } from './strays.ts';

export interface ShellLine {
  readonly file: string;
  readonly args: readonly string[];
  /** The process waits for a line on file descriptor 3 before it begins. */
  readonly waits: boolean;
}

/**
 * Run by `sh`: waits until the group is known to be guarded, joins standard error to standard output so that the order
 * of the two is kept, and becomes the person's shell.
 */
const gate = 'read -r go <&3 || exit 125; exec 3<&- 2>&1; exec "$1" -c "$2"';

/** `shell` is an absolute path; another one, or one that is not there, leaves the system's own. */
export function shellLine(command: string, shell: string | undefined): ShellLine {
  if (process.platform === 'win32') {
    const file = process.env['ComSpec'] ?? 'cmd.exe';
    return { file, args: ['/d', '/s', '/c', `"${command} 2>&1"`], waits: false };
  }
  const own = shell !== undefined && path.isAbsolute(shell) && existsSync(shell) ? shell : '/bin/sh';
  return { file: '/bin/sh', args: ['-c', gate, 'segue', own, command], waits: true };
}

/**
 * Without what tells an editor's own program to be something else, and with the mark of the command. A host that is
 * itself run by a command leaves the mark of that one in place.
 */
export function commandEnvironment(mark: string): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, [markName]: outer, ...environment } = process.env;
  return { ...environment, [markName]: outer === undefined ? mark : `${outer} ${mark}` };
}
