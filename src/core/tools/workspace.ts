// Where a path of a model leads, and whether that is inside the workspace. Decided on the real path, links followed, and
// only that real path is used afterwards.

import { err, ok, type Result } from '../../base/result.ts';
import { below, isAbsolute, isBelow, joinPath, nameOf } from './paths.ts';
import { spelledAsOnDisk } from './unicode-variant.ts';
import type { FileFault, ResolvedPath, WorkspaceFiles } from './workspace-files.ts';

export interface Place {
  /** Absolute, no link on the way. The only path that may be opened. */
  readonly real: string;
  /** How it is told to model and person: relative to its root with `/`, absolute when outside. */
  readonly shown: string;
  readonly exists: boolean;
  readonly isInside: boolean;
}

export type PlaceFault = FileFault | { readonly kind: 'bad-path'; readonly why: string };

interface Root {
  readonly given: string;
  readonly real: string;
  /** Stands before the paths below it; `''` when there is only one root. */
  readonly prefix: string;
}

const longestPath = 4096;

export class Workspace {
  readonly files: WorkspaceFiles;
  private readonly roots: () => readonly string[];

  /** `roots` are absolute and may change; they may be links themselves. */
  constructor(files: WorkspaceFiles, roots: () => readonly string[]) {
    this.files = files;
    this.roots = roots;
  }

  /**
   * The place of a path as a model writes it: absolute, or relative to a root, with several roots also beginning with
   * the name of one. A path that differs from one on disk only in its Unicode form is that one.
   */
  async locate(path: string, signal: AbortSignal): Promise<Result<Place, PlaceFault>> {
    const why = whyNoPath(path);
    if (why !== undefined) return err({ kind: 'bad-path', why });
    const roots = await this.realRoots(signal);
    if (roots.length === 0) return err({ kind: 'bad-path', why: 'no folder is open' });
    if (isShareElsewhere(path, roots)) return err({ kind: 'bad-path', why: 'it is on another computer' });
    const resolved = await this.resolved(path, roots, signal);
    if (!resolved.ok) return resolved;
    const { real, exists } = resolved.value;
    const root = roots.filter((candidate) => isBelow(real, candidate.real)).sort(longestFirst)[0];
    if (root === undefined) return ok({ real, exists, shown: real, isInside: false });
    const rest = below(real, root.real);
    const shown = [root.prefix, rest].filter((part) => part !== '').join('/');
    return ok({ real, exists, shown: shown === '' ? '.' : shown, isInside: true });
  }

  /** Every root, in order. */
  async places(signal: AbortSignal): Promise<readonly Place[]> {
    const roots = await this.realRoots(signal);
    return roots.map(({ real, prefix }) => ({
      real,
      shown: prefix === '' ? '.' : prefix,
      exists: true,
      isInside: true,
    }));
  }

  /** How a real path below a root is told. */
  shown(real: string, roots: readonly Place[]): string {
    const root = roots.find((candidate) => isBelow(real, candidate.real));
    if (root === undefined) return real;
    return root.shown === '.' ? below(real, root.real) : `${root.shown}/${below(real, root.real)}`;
  }

  private async realRoots(signal: AbortSignal): Promise<readonly Root[]> {
    const given = this.roots();
    const roots: Root[] = [];
    for (const root of given) {
      const resolved = await this.files.resolve(root, signal);
      if (!resolved.ok || !resolved.value.exists) continue;
      roots.push({ given: root, real: resolved.value.real, prefix: given.length > 1 ? nameOf(root) : '' });
    }
    return roots;
  }

  /** The first candidate that exists, else the first. */
  private async resolved(
    path: string,
    roots: readonly Root[],
    signal: AbortSignal,
  ): Promise<Result<ResolvedPath, FileFault>> {
    let first: Result<ResolvedPath, FileFault> | undefined;
    for (const candidate of candidatesFor(path, roots)) {
      const resolved = await this.files.resolve(candidate, signal);
      if (resolved.ok && resolved.value.exists) return resolved;
      const variant = resolved.ok
        ? await spelledAsOnDisk(resolved.value.real, this.files, signal)
        : undefined;
      if (variant !== undefined) return this.files.resolve(variant, signal);
      first ??= resolved;
    }
    return first ?? err({ kind: 'not-found' });
  }
}

function candidatesFor(path: string, roots: readonly Root[]): readonly string[] {
  if (isAbsolute(path)) return [path];
  const candidates: string[] = [];
  for (const { given, prefix } of roots) {
    if (prefix === '') continue;
    if (path === prefix) candidates.push(given);
    else if (path.startsWith(`${prefix}/`)) candidates.push(joinPath(given, path.slice(prefix.length + 1)));
  }
  return [...candidates, ...roots.map(({ given }) => joinPath(given, path))];
}

function whyNoPath(path: string): string | undefined {
  if (path.trim() === '') return 'the path is empty';
  if (path.includes('\0')) return 'the path holds a NUL character';
  if (path.length > longestPath) return `the path is longer than ${longestPath} characters`;
  return undefined;
}

/**
 * On Windows, looking at a path such as `\\server\share` already asks that computer and tells it who is asking: nobody
 * could be asked before. A workspace may be on such a share itself.
 */
function isShareElsewhere(path: string, roots: readonly Root[]): boolean {
  const isWindows = roots.some(({ real }) => !real.startsWith('/'));
  if (!isWindows || !/^[\\/]{2}/.test(path)) return false;
  const spelled = path.replaceAll('/', '\\').toLowerCase();
  const isOwn = (root: string): boolean => isBelow(spelled, root.toLowerCase());
  return !roots.some(({ given, real }) => isOwn(given) || isOwn(real));
}

function longestFirst(a: Root, b: Root): number {
  return b.real.length - a.real.length;
}
