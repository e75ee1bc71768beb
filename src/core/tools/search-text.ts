// The tool search_text: lines that hold a text or match a pattern.

import * as z from 'zod';
import type { SearchToolDeps } from './find-files.ts';
import { answer } from './outcomes.ts';
import { needFor } from './reach.ts';
import { searchRefusal, searchScope } from './search-scope.ts';
import type { Tool } from './tool.ts';

const mostMatches = 200;

const input = z.object({
  pattern: z.string().min(1).max(10_000).describe('the text to look for, as it stands in one line'),
  regex: z.boolean().optional().describe('true when the pattern is a regular expression'),
  include: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('only in files that match this glob, such as "*.ts"'),
  path: z.string().optional().describe('only below this folder'),
  ignore_case: z.boolean().optional(),
});

type Input = z.infer<typeof input>;

export function searchTextTool(deps: SearchToolDeps): Tool<Input> {
  return {
    name: 'search_text',
    description: deps.prompts.text('tools/search_text', {}),
    input,
    needsTrust: true,
    label: ({ pattern }) => pattern,
    need: ({ path }, signal) => needFor(path ?? '.', deps.workspace, signal),
    run: async (given, call, signal) => {
      const scope = await searchScope(given.path, call, deps, signal);
      if (!scope.ok) return scope.error;
      const found = await deps.search.text(
        {
          roots: scope.value.map(({ real }) => real),
          pattern: given.pattern,
          kind: given.regex === true ? 'regex' : 'literal',
          caseSensitive: given.ignore_case !== true,
          include: given.include,
          most: mostMatches,
        },
        signal,
      );
      if (!found.ok) return searchRefusal(found.error);
      const { matches, more } = found.value;
      if (matches.length === 0) return answer('Nothing found.');
      const all = await deps.workspace.places(signal);
      const lines = matches.map(
        ({ path, line, text }) => `${deps.workspace.shown(path, all)}:${line}: ${text}`,
      );
      if (more) lines.push(`[segue: only the first ${mostMatches} lines are shown; search more narrowly]`);
      return answer(lines.join('\n'));
    },
  };
}
