// The WorkspaceSearch port without ripgrep: slower, and with the same answers.

import { stat } from 'node:fs/promises';
import { err, ok } from '../../base/result.ts';
import type { TextMatch, TextSearch, WorkspaceSearch } from '../../core/tools/workspace-files.ts';
import { mostFileBytes, whyNotGlob, whyNotText } from './check-search.ts';
import { compileGlob } from './glob.ts';
import { lineMatcher, type LineMatcher } from './line-matcher.ts';
import { searchFile } from './search-file.ts';
import { stoppedSearch } from './stopped-search.ts';
import { walkFiles } from './walk.ts';

export const walkingSearch: WorkspaceSearch = {
  text: async (search, signal) => {
    const fault = whyNotText(search);
    if (fault !== undefined) return err(fault);
    const matcher = lineMatcher(search, signal);
    if (!matcher.ok) return matcher;
    try {
      return await textIn(search, matcher.value, signal);
    } finally {
      await matcher.value.close();
    }
  },

  files: async ({ roots, glob, most }, signal) => {
    const fault = whyNotGlob(glob);
    if (fault !== undefined) return err(fault);
    const included = compileGlob(glob);
    const paths: string[] = [];
    for (const root of roots) {
      for await (const file of walkFiles(root, signal)) {
        if (!included.ok || !included.value(file.relative)) continue;
        if (paths.length === most) return ok({ paths, more: true });
        paths.push(file.path);
      }
    }
    return signal.aborted ? err(stoppedSearch) : ok({ paths, more: false });
  },
};

async function textIn(
  search: TextSearch,
  matcher: LineMatcher,
  signal: AbortSignal,
): ReturnType<WorkspaceSearch['text']> {
  const included = compileGlob(search.include ?? '**');
  const matches: TextMatch[] = [];
  for (const root of search.roots) {
    for await (const file of walkFiles(root, signal)) {
      if (!included.ok || !included.value(file.relative)) continue;
      if (file.path !== root && (await sizeOf(file.path)) > mostFileBytes) continue;
      const most = search.most + 1 - matches.length;
      const found = await searchFile({ path: file.path, matcher, most }, signal);
      if (!found.ok) return found;
      matches.push(...found.value);
      if (matches.length > search.most) return ok({ matches: matches.slice(0, search.most), more: true });
    }
  }
  return signal.aborted ? err(stoppedSearch) : ok({ matches, more: false });
}

/** One that is gone by now has nothing to be found in. */
async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
