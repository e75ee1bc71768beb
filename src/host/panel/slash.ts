// The commands a person types into the composer, as those of the palette.

import type { CommandId } from '../command-ids.ts';

interface Slash {
  readonly command: CommandId;
  /** What stands behind the name is its argument. */
  readonly takesText: boolean;
}

const commands: Readonly<Record<string, Slash>> = {
  compact: { command: 'segue.compact', takesText: true },
  'compact-everything': { command: 'segue.compactEverything', takesText: true },
  new: { command: 'segue.newSession', takesText: false },
  open: { command: 'segue.openSession', takesText: false },
  model: { command: 'segue.selectModel', takesText: true },
  context: { command: 'segue.showDiagnostics', takesText: false },
  export: { command: 'segue.exportSession', takesText: false },
};

export const slashNames = Object.keys(commands);

/** False when there is no such command. It is begun when this resolves, and goes on. */
export function runSlash(
  name: string,
  argument: string,
  run: (command: CommandId, given: readonly unknown[]) => Promise<unknown>,
): boolean {
  const slash = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (slash === undefined) return false;
  const text = argument.trim();
  void run(slash.command, slash.takesText && text !== '' ? [text] : []);
  return true;
}
