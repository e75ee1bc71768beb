// The WorkspaceSearch port over ripgrep. What it hides and in which order it looks is told to it in full, so that no
// configuration of the machine changes an answer.

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import { singleLine } from '../../base/single-line.ts';
import type { SearchFault, TextMatch, TextSearch } from '../../core/tools/workspace-files.ts';
import { controlNames, mostFileBytes, whyNotGlob, whyNotText } from './check-search.ts';
import { compileGlob, nameGlob } from './glob.ts';
import { ifReadable } from './if-readable.ts';
import { surroundingsOf } from './repository.ts';
import { RipgrepMatches } from './ripgrep-matches.ts';
import { runRipgrep, type RipgrepEnd } from './ripgrep-process.ts';
import { stoppedSearch } from './stopped-search.ts';

/** `unusable`: this executable does not run here at all. */
export type RipgrepFault = SearchFault | { readonly kind: 'unusable'; readonly code: string };

type Found<Item> = { readonly items: readonly Item[]; readonly more: boolean };

export class RipgrepSearch {
  private readonly executable: string;

  constructor(executable: string) {
    this.executable = executable;
  }

  async text(search: TextSearch, signal: AbortSignal): Promise<Result<Found<TextMatch>, RipgrepFault>> {
    const fault = whyNotText(search);
    if (fault !== undefined) return err(fault);
    const matches: TextMatch[] = [];
    for (const root of search.roots) {
      const found = await this.textBelow(root, { ...search, most: search.most - matches.length }, signal);
      if (!found.ok) return found;
      matches.push(...found.value);
      if (matches.length > search.most) return ok({ items: matches.slice(0, search.most), more: true });
    }
    return ok({ items: matches, more: false });
  }

  async files(
    search: { readonly roots: readonly string[]; readonly glob: string; readonly most: number },
    signal: AbortSignal,
  ): Promise<Result<Found<string>, RipgrepFault>> {
    const fault = whyNotGlob(search.glob);
    if (fault !== undefined) return err(fault);
    const included = compileGlob(search.glob);
    const paths: string[] = [];
    for (const root of search.roots) {
      const place = await placeOf(root);
      if (place === undefined) continue;
      const line = (found: string): boolean => {
        const relative = relativePath(found);
        if (included.ok && included.value(relative)) paths.push(path.join(place.cwd, relative));
        return paths.length <= search.most;
      };
      const args = [
        '--files',
        '--null',
        ...(await commonArguments(root)),
        ...typeArguments(search.glob),
        '--',
        place.target,
      ];
      const ended = await runRipgrep(
        { ...this.runIn(place.cwd), arguments: args, separator: '\0', line },
        signal,
      );
      if (paths.length > search.most) return ok({ items: paths.slice(0, search.most), more: true });
      const failed = faultOf(ended, { hasSearched: false });
      if (failed !== undefined) return err(failed);
    }
    return ok({ items: paths, more: false });
  }

  /** One match more than wanted tells that there are more. */
  private async textBelow(
    root: string,
    search: TextSearch,
    signal: AbortSignal,
  ): Promise<Result<readonly TextMatch[], RipgrepFault>> {
    const place = await placeOf(root);
    if (place === undefined) return ok([]);
    const included = compileGlob(search.include ?? '**');
    const found = new RipgrepMatches((file) => included.ok && included.value(relativePath(file)));
    const line = (message: string): boolean => {
      found.take(message);
      return found.matches.length <= search.most;
    };
    const args = [...textArguments(search), ...(await commonArguments(root)), '--', place.target];
    const ended = await runRipgrep(
      { ...this.runIn(place.cwd), arguments: args, separator: '\n', line },
      signal,
    );
    const isComplete = found.matches.length > search.most;
    const failed = isComplete ? undefined : faultOf(ended, found);
    if (failed !== undefined) return err(failed);
    return ok(
      found.matches.map((match) => ({ ...match, path: path.join(place.cwd, relativePath(match.path)) })),
    );
  }

  private runIn(cwd: string): { readonly executable: string; readonly cwd: string } {
    return { executable: this.executable, cwd };
  }
}

/** Undefined when there is nothing to look at. */
async function placeOf(root: string): Promise<{ readonly cwd: string; readonly target: string } | undefined> {
  const stats = await ifReadable(stat(root));
  if (stats?.isDirectory() === true) return { cwd: root, target: '.' };
  return stats?.isFile() === true
    ? { cwd: path.dirname(root), target: `./${path.basename(root)}` }
    : undefined;
}

async function commonArguments(root: string): Promise<readonly string[]> {
  const { isRepository } = await surroundingsOf(root);
  return [
    '--no-config',
    '--no-messages',
    '--hidden',
    ...['--sort', 'path'],
    ...(isRepository ? [] : ['--no-require-git', '--no-ignore-parent']),
    ...['--no-ignore-dot', '--no-ignore-global', '--no-ignore-exclude'],
    ...controlNames.flatMap((name) => ['--glob', `!${name}`]),
  ];
}

function textArguments(search: TextSearch): readonly string[] {
  return [
    '--json',
    '--no-mmap',
    '--crlf',
    ...['--max-filesize', String(mostFileBytes), '--max-count', String(search.most + 1)],
    search.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(search.kind === 'literal' ? ['--fixed-strings'] : ['--engine', 'auto']),
    ...(search.include === undefined ? [] : typeArguments(search.include)),
    ...['--regexp', search.pattern],
  ];
}

/**
 * A glob given to ripgrep would show what version control hides. A type does not, but knows only names: it saves
 * looking into files that the whole glob would leave out anyway.
 */
function typeArguments(glob: string): readonly string[] {
  const name = nameGlob(glob);
  return name === undefined ? [] : ['--type-add', `wanted:${name}`, '--type', 'wanted'];
}

function faultOf(
  ended: RipgrepEnd,
  { hasSearched }: { readonly hasSearched: boolean },
): RipgrepFault | undefined {
  switch (ended.kind) {
    case 'stopped':
      return stoppedSearch;
    case 'not-started':
      return { kind: 'unusable', code: ended.code };
    case 'exited':
      // Files that cannot be read end it with 2 as well, without a word and not before it has searched.
      if (ended.code < 2 || hasSearched || ended.errors.trim() === '') return undefined;
      return { kind: 'bad-pattern', why: singleLine(ended.errors.trim()) };
  }
}

function relativePath(given: string): string {
  return given.replace(/^\.[\\/]/, '').replaceAll(path.sep, '/');
}
