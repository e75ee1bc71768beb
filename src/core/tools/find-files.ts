// The tool find_files: paths that match a glob.

import * as z from 'zod';
import type { PromptLibrary } from '../prompts/prompts.ts';
import { answer } from './outcomes.ts';
import { needFor, type Reach } from './reach.ts';
import { searchRefusal, searchScope } from './search-scope.ts';
import type { Tool } from './tool.ts';
import type { WorkspaceSearch } from './workspace-files.ts';

export interface SearchToolDeps extends Reach {
  readonly search: WorkspaceSearch;
  readonly prompts: PromptLibrary;
}

const mostPaths = 500;

const input = z.object({
  glob: z.string().min(1).max(1000).describe('such as "*.ts", "src/**/*.test.ts" or "*.{png,svg}"'),
  path: z.string().optional().describe('only below this folder'),
});

type Input = z.infer<typeof input>;

export function findFilesTool(deps: SearchToolDeps): Tool<Input> {
  return {
    name: 'find_files',
    description: deps.prompts.text('tools/find_files', {}),
    input,
    needsTrust: true,
    label: ({ glob }) => glob,
    need: ({ path }, signal) => needFor(path ?? '.', deps.workspace, signal),
    run: async ({ glob, path }, call, signal) => {
      const scope = await searchScope(path, call, deps, signal);
      if (!scope.ok) return scope.error;
      const roots = scope.value.map(({ real }) => real);
      const found = await deps.search.files({ roots, glob, most: mostPaths }, signal);
      if (!found.ok) return searchRefusal(found.error);
      const all = await deps.workspace.places(signal);
      const lines = found.value.paths.map((real) => deps.workspace.shown(real, all));
      if (lines.length === 0) return answer(`No file matches ${JSON.stringify(glob)}.`);
      if (found.value.more) lines.push(`[segue: only the first ${mostPaths} are shown; use a narrower glob]`);
      return answer(lines.join('\n'));
    },
  };
}
