// The search a host uses: ripgrep where there is one that runs, else a walk.

import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import type { SearchFault, WorkspaceSearch } from '../../core/tools/workspace-files.ts';
import { RipgrepSearch, type RipgrepFault } from './ripgrep-search.ts';
import { walkingSearch } from './walking-search.ts';

/** The first of the candidates, absolute paths, that can be executed; then `rg` on the search path. */
export async function findRipgrep(
  candidates: readonly string[],
  searchPath: string | undefined,
): Promise<string | undefined> {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const folders = (searchPath ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const candidate of [...candidates, ...folders.map((folder) => path.join(folder, name))]) {
    if (await isExecutable(candidate)) return candidate;
  }
  return undefined;
}

/** Without an executable, or with one that does not run, the folders are walked. */
export function workspaceSearch(executable: string | undefined): WorkspaceSearch {
  const ripgrep = executable === undefined ? undefined : new RipgrepSearch(executable);
  return {
    text: async (search, signal) => {
      const found = await ripgrep?.text(search, signal);
      if (found === undefined || isUnusable(found)) return walkingSearch.text(search, signal);
      return found.ok
        ? ok({ matches: found.value.items, more: found.value.more })
        : err(faultOf(found.error));
    },
    files: async (search, signal) => {
      const found = await ripgrep?.files(search, signal);
      if (found === undefined || isUnusable(found)) return walkingSearch.files(search, signal);
      return found.ok ? ok({ paths: found.value.items, more: found.value.more }) : err(faultOf(found.error));
    },
  };
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    // Not there or not ours to run: the next one may be.
    () => false,
  );
}

function isUnusable(found: Result<unknown, RipgrepFault>): boolean {
  return !found.ok && found.error.kind === 'unusable';
}

function faultOf(fault: RipgrepFault): SearchFault {
  return fault.kind === 'unusable' ? { kind: 'other', why: `ripgrep does not run (${fault.code})` } : fault;
}
