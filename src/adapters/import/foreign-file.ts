// Imports a foreign transcript from disk: the one function hosts call. Ordinary files are read here with breaths in
// between, files with giant lines in a worker.

import { basename } from 'node:path';
import type { Pace } from '../../base/pace.ts';
import type { Result } from '../../base/result.ts';
import { err } from '../../base/result.ts';
import type { AskedFormat } from '../../core/import/detect.ts';
import type { ImportFailure } from '../../core/import/failures.ts';
import type { ImportedFile } from '../../core/import/read-transcript.ts';
import type { SettleDeps } from '../../core/import/settle/settle.ts';
import { splitLines, type SourceBytes } from './decode.ts';
import { importBytes } from './import-bytes.ts';
import { importInWorker } from './import-in-worker.ts';
import { readForeignFile } from './read-file.ts';

/** Parsing JSON longer than this takes too long for one slice. */
export const workerThresholdBytes = 4 * 1024 * 1024;

interface ForeignFileRequest {
  readonly path: string;
  readonly format: AskedFormat;
}

interface ForeignFileDeps extends SettleDeps {
  readonly pace: Pace;
  /** The worker's entry file, as source or bundled. */
  readonly workerEntry: string | URL;
}

/** Nothing of the file is changed. Every failure says what and why. */
export async function importForeignFile(
  request: ForeignFileRequest,
  deps: ForeignFileDeps,
  signal: AbortSignal,
): Promise<Result<ImportedFile, ImportFailure>> {
  const { path, format } = request;
  const whole = { path, format, fileName: basename(path) };
  const source = await readSource(path, deps.pace, signal);
  if (!source.ok) return source;
  if (signal.aborted) return err({ kind: 'cancelled', path });
  if (needsWorker(source.value)) return importInWorker(deps.workerEntry, whole, signal);
  return importBytes(source.value, whole, deps, signal);
}

async function readSource(
  path: string,
  pace: Pace,
  signal: AbortSignal,
): Promise<Result<SourceBytes, ImportFailure>> {
  const file = await readForeignFile(path, signal);
  return file.ok ? { ok: true, value: await splitLines(file.value, pace) } : file;
}

function needsWorker({ mayBeWhole, bytes, longestLine }: SourceBytes): boolean {
  return (mayBeWhole ? bytes.length : longestLine) > workerThresholdBytes;
}
