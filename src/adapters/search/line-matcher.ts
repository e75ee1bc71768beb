// Finds a pattern in lines, and gives up on a pattern that would take for ever: it runs under a deadline, since a
// regular expression cannot be interrupted in any other way.

import vm from 'node:vm';
import { reasonOf } from '../../base/fail.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { SearchFault, TextSearch } from '../../core/tools/workspace-files.ts';

/** For one batch of lines. */
const mostMs = 2000;

/** For each line the place of its first match, or -1. */
export type LineMatcher = (lines: readonly string[]) => Result<readonly number[], SearchFault>;

const search = new vm.Script('lines.map((line) => line.search(regex))');

export function lineMatcher(text: TextSearch): Result<LineMatcher, SearchFault> {
  const regex = compiled(text);
  if (!regex.ok) return regex;
  const context = vm.createContext({ regex: regex.value, lines: [] });
  return ok((lines) => {
    context['lines'] = lines;
    try {
      return ok(search.runInContext(context, { timeout: mostMs }) as readonly number[]);
    } catch (error) {
      if (!isTimeout(error)) throw error;
      return err({ kind: 'bad-pattern', why: 'it takes too long; write it more simply' });
    }
  });
}

function compiled({ pattern, kind, caseSensitive }: TextSearch): Result<RegExp, SearchFault> {
  const flags = caseSensitive ? '' : 'i';
  if (kind === 'literal') return ok(new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), `${flags}u`));
  // Escapes without need are allowed elsewhere, and here only without the u.
  const strict = tried(pattern, `${flags}u`);
  return strict.ok ? strict : tried(pattern, flags);
}

function tried(pattern: string, flags: string): Result<RegExp, SearchFault> {
  try {
    return ok(new RegExp(pattern, flags));
  } catch (error) {
    return err({ kind: 'bad-pattern', why: reasonOf(error) });
  }
}

/** The error belongs to the world the script ran in, so it is no instance of this one's. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
