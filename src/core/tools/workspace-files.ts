// The ports through which tools see the workspace. Paths are absolute; confinement is decided in `core/tools/workspace.ts`
// on what `resolve` answers, before anything else is asked.

import type { Result } from '../../base/result.ts';

export type FileFault =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'is-folder' }
  | { readonly kind: 'not-a-folder' }
  /** A device, a pipe or a socket: never opened. */
  | { readonly kind: 'special' }
  | { readonly kind: 'too-large'; readonly bytes: number; readonly most: number }
  /** The file is no longer the one the caller read. */
  | { readonly kind: 'changed' }
  /** A folder on the way is a link by now: the path no longer leads where it did when it was resolved. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'full' }
  | { readonly kind: 'other'; readonly code: string };

/** Identity of a file's content as far as the system tells it: equal stamps mean nothing was written in between. */
export interface FileStamp {
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly inode: string;
}

export interface FileFacts {
  readonly kind: 'file' | 'folder' | 'special';
  readonly stamp: FileStamp;
}

export interface ResolvedPath {
  /** Absolute, links followed as far as the path exists; what does not exist yet is appended as given. */
  readonly real: string;
  /** Absolute, `.` and `..` resolved, links not followed, spelled as on disk where the disk tells. */
  readonly plain: string;
  readonly exists: boolean;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
  /** Of a file. */
  readonly bytes: number | undefined;
}

export interface WorkspaceFiles {
  resolve(path: string, signal: AbortSignal): Promise<Result<ResolvedPath, FileFault>>;
  facts(path: string, signal: AbortSignal): Promise<Result<FileFacts, FileFault>>;
  /** `offset` and `length` in bytes; fewer bytes come back at the end of the file. Refuses what is no regular file. */
  read(
    path: string,
    range: { readonly offset: number; readonly length: number },
    signal: AbortSignal,
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly stamp: FileStamp }, FileFault>>;
  list(path: string, signal: AbortSignal): Promise<Result<readonly FolderEntry[], FileFault>>;
  /**
   * Replaces or creates a file whole: readers see the old or the new content. `expected` is the stamp the caller's
   * content was made from, `null` when the file must not exist. Missing folders are made. Keeps the file's mode.
   */
  write(
    path: string,
    content: Uint8Array,
    expected: FileStamp | null,
    signal: AbortSignal,
  ): Promise<Result<FileStamp, FileFault>>;
}

export interface TextSearch {
  readonly roots: readonly string[];
  readonly pattern: string;
  readonly kind: 'literal' | 'regex';
  readonly caseSensitive: boolean;
  /** Glob of paths below a root that are looked at; every file without it. */
  readonly include: string | undefined;
  /** Most matching lines. */
  readonly most: number;
}

export interface TextMatch {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The line, cut to a readable length around the match. */
  readonly text: string;
}

export type SearchFault =
  { readonly kind: 'bad-pattern'; readonly why: string } | { readonly kind: 'other'; readonly why: string };

/** Files that version control ignores, hidden folders of version control and binary files are not looked at. */
export interface WorkspaceSearch {
  text(
    search: TextSearch,
    signal: AbortSignal,
  ): Promise<Result<{ readonly matches: readonly TextMatch[]; readonly more: boolean }, SearchFault>>;
  /** Paths below the roots that match the glob, sorted. */
  files(
    search: { readonly roots: readonly string[]; readonly glob: string; readonly most: number },
    signal: AbortSignal,
  ): Promise<Result<{ readonly paths: readonly string[]; readonly more: boolean }, SearchFault>>;
}
