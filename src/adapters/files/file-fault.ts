// The one place where codes of the system become faults of workspace files.

import { err, type Result } from '../../base/result.ts';
import type { FileFault } from '../../core/tools/workspace-files.ts';

/** The fault a code of the operating system stands for. */
export function faultOf(code: string): FileFault {
  switch (code) {
    case 'ENOENT':
      return { kind: 'not-found' };
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { kind: 'denied' };
    case 'EISDIR':
      return { kind: 'is-folder' };
    case 'ENOTDIR':
      return { kind: 'not-a-folder' };
    case 'ENXIO':
    case 'ENODEV':
      return { kind: 'special' };
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return { kind: 'full' };
    default:
      return { kind: 'other', code };
  }
}

/** The code an error carries; what carries none is a bug and no answer of the system. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Runs one step on files; a fault is returned, a bug thrown. */
export async function attempt<Value>(
  step: () => Promise<Result<Value, FileFault>>,
): Promise<Result<Value, FileFault>> {
  try {
    return await step();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return err(faultOf(code));
  }
}
