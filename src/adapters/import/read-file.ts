// The bytes of a foreign file, or why they cannot be had. Encodings are decode.ts.

import { constants } from 'node:buffer';
import { constants as fsConstants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Result } from '../../base/result.ts';
import { err, ok } from '../../base/result.ts';
import type { ImportFailure } from '../../core/import/failures.ts';

/** Node reads no more than this into one buffer. */
const largestFile = Math.min(constants.MAX_LENGTH, 2 ** 31 - 1);

/** Reads a plain file whole. Never waits for a pipe or a device. */
export async function readForeignFile(
  path: string,
  signal: AbortSignal,
): Promise<Result<Buffer, ImportFailure>> {
  let handle: FileHandle;
  try {
    handle = await open(path, withoutWaiting);
  } catch (error) {
    return err(failureOf(error, path));
  }
  try {
    return await readHandle(handle, path, signal);
  } catch (error) {
    return err(signal.aborted ? { kind: 'cancelled', path } : failureOf(error, path));
  } finally {
    await handle.close();
  }
}

/** Opening a pipe without a writer would wait for ever. */
const withoutWaiting = fsConstants.O_RDONLY | fsConstants.O_NONBLOCK;

async function readHandle(
  handle: FileHandle,
  path: string,
  signal: AbortSignal,
): Promise<Result<Buffer, ImportFailure>> {
  const stat = await handle.stat();
  if (stat.isDirectory()) return err({ kind: 'directory', path });
  if (!stat.isFile()) return err({ kind: 'no-plain-file', path });
  if (stat.size > largestFile) return err({ kind: 'too-large', path, what: 'file', bytes: stat.size });
  return ok(await handle.readFile({ signal }));
}

function failureOf(error: unknown, path: string): ImportFailure {
  const code = codeOf(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'missing', path };
    case 'EISDIR':
      return { kind: 'directory', path };
    case 'EACCES':
    case 'EPERM':
      return { kind: 'not-readable', path, code };
    case 'ENXIO':
      return { kind: 'no-plain-file', path };
    default:
      return { kind: 'io', path, code };
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
