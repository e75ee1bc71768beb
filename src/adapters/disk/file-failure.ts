// The one place where the codes of a file system become failures of the store.

import type { StoreFailure } from '../../core/sessions/failures.ts';

/** What was tried, in one word, and on what. */
export interface FileEffect {
  readonly operation: string;
  readonly path: string;
}

const readings: ReadonlySet<string> = new Set(['read', 'list', 'stat']);

/** The code for what is neither a file nor a folder. */
export const noPlainFile = 'ENXIO';

/** The failure a code of the operating system stands for. */
export function failureOf(code: string, effect: FileEffect): StoreFailure {
  const { path, operation } = effect;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return { kind: 'disk-full', path };
    case 'EACCES':
    case 'EPERM':
      return { kind: readings.has(operation) ? 'not-readable' : 'not-writable', path };
    case 'EROFS':
      return { kind: 'not-writable', path };
    case noPlainFile:
      return { kind: 'no-plain-file', path };
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'not-found', path };
    default:
      return { kind: 'io', path, operation, code };
  }
}

/** The code an error carries, or undefined for one that is a bug and no answer of the system. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** There is something of that name already, or the folder to be replaced is not empty. */
export function alreadyExists(failure: StoreFailure): boolean {
  return failure.kind === 'io' && (failure.code === 'EEXIST' || failure.code === 'ENOTEMPTY');
}

/** What was to be a folder is a file. */
export function notAFolder(path: string): StoreFailure {
  return { kind: 'io', path, operation: 'open', code: 'ENOTDIR' };
}
