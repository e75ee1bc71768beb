// What a person may mean while they write a mention: paths of the workspace that hold what they wrote so far.

import type { Workspace } from '../tools/workspace.ts';
import { nameOf } from '../tools/paths.ts';
import type { WorkspaceSearch } from '../tools/workspace-files.ts';
import { writtenMention } from './mention-grammar.ts';

export interface MentionCandidate {
  /** As the person sees it: relative to its root, with `/`. */
  readonly path: string;
  /** What stands in the prompt when it is chosen, `@` included. */
  readonly written: string;
}

export interface MentionSource {
  /** `prefix` is what stands behind the `@`. Best first; none when the search does not work. */
  find(prefix: string, signal: AbortSignal): Promise<readonly MentionCandidate[]>;
}

const mostSearched = 400;
const mostFound = 30;
const longestPrefix = 200;

export function createMentionSource(workspace: Workspace, search: WorkspaceSearch): MentionSource {
  return {
    find: async (prefix, signal) => {
      const wanted = prefix.replace(/^"/, '').slice(0, longestPrefix);
      const places = await workspace.places(signal);
      const roots = places.map(({ real }) => real);
      const glob = globFor(wanted);
      const found = await search.files({ roots, glob, most: mostSearched }, signal);
      if (!found.ok) return [];
      const letters = wanted.toLowerCase();
      const paths = found.value.paths.map((real) => workspace.shown(real, places));
      return paths
        .filter((path) => path.toLowerCase().includes(letters))
        .sort(nearestFirst(letters))
        .slice(0, mostFound)
        .map((path) => ({ path, written: writtenMention(path) }));
    },
  };
}

/** Files whose path holds the words, in any case, and more: what means something in a glob is any one character. */
function globFor(wanted: string): string {
  if (wanted === '') return '*';
  const inner = Array.from(wanted)
    .map((character) => {
      if (/[\\*?[\]{},!^-]/.test(character)) return '?';
      const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
      return lower === upper || lower.length + upper.length > 2 ? character : `[${lower}${upper}]`;
    })
    .join('');
  return `{**/*${inner}*,**/*${inner}*/**}`;
}

/** Names that begin with the words, then names that hold them, then paths; the shorter before the longer. */
function nearestFirst(wanted: string): (a: string, b: string) => number {
  const rank = (path: string): number => {
    const name = nameOf(`/${path}`).toLowerCase();
    if (name.startsWith(wanted) || path.toLowerCase().startsWith(wanted)) return 0;
    return name.includes(wanted) ? 1 : 2;
  };
  return (a, b) => rank(a) - rank(b) || a.length - b.length || (a < b ? -1 : 1);
}
