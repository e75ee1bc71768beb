// What no search can do, said before one starts, so that every search says the same.

import type { SearchFault, TextSearch } from '../../core/tools/workspace-files.ts';
import { compileGlob } from './glob.ts';

/** The largest file that is looked into on the way, in bytes. */
export const mostFileBytes = 32 * 1024 * 1024;

/** Folders and files of version control that are never looked at. */
export const controlNames = ['.git', '.hg', '.svn', '.jj', 'CVS'];

export function whyNotText(search: TextSearch): SearchFault | undefined {
  if (search.pattern === '') return { kind: 'bad-pattern', why: 'it is empty' };
  const breaks = search.kind === 'regex' ? /[\n\r]|(?<!\\)(?:\\\\)*\\[nr]/ : /[\n\r]/;
  if (breaks.test(search.pattern)) {
    return { kind: 'bad-pattern', why: 'it holds a line break, and text is searched line by line' };
  }
  return search.include === undefined ? undefined : whyNotGlob(search.include);
}

export function whyNotGlob(glob: string): SearchFault | undefined {
  const compiled = compileGlob(glob);
  return compiled.ok ? undefined : { kind: 'bad-pattern', why: compiled.error };
}
