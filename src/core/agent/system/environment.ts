// Where the work happens, as the system prompt tells it, and the port that knows it.

import type { PromptLibrary } from '../../prompts/prompts.ts';
import { nameOf } from '../../tools/paths.ts';
import type { Place } from '../../tools/workspace.ts';

export interface EnvironmentFacts {
  /** Name, release and architecture, such as `Linux 6.8 (x64)`. */
  readonly system: string;
  /** What run_command hands a command line to, such as `/bin/bash`. */
  readonly shell: string;
  /** `2026-11-30`, as the person's calendar shows it. */
  readonly date: string;
}

/** Asked for every request. */
export interface Environment {
  facts(): EnvironmentFacts;
}

/** `folders` are the roots of the workspace. */
export function environmentText(
  facts: EnvironmentFacts,
  folders: readonly Place[],
  prompts: PromptLibrary,
): string {
  return prompts.text('system/environment', {
    SYSTEM: facts.system,
    SHELL: facts.shell,
    FOLDERS: foldersText(folders),
    DATE: facts.date,
  });
}

function foldersText(folders: readonly Place[]): string {
  const [first] = folders;
  if (first === undefined) return 'no folder is open';
  if (folders.length === 1) return first.real;
  const lines = folders.map(({ real, shown }) => `\n  - ${shown}/ is ${real}`).join('');
  return `several folders; begin a path with the name of its folder, such as ${nameOf(first.real)}/${lines}`;
}
