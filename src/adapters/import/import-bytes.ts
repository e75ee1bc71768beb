// Drives the steps of an import over bytes that are in memory. It runs on the main thread for ordinary files and in the
// worker for those with giant lines.

import type { Pace } from '../../base/pace.ts';
import type { Result } from '../../base/result.ts';
import { err } from '../../base/result.ts';
import { runSteps, type Steps } from '../../base/steps.ts';
import type { ImportFailure } from '../../core/import/failures.ts';
import {
  importTranscript,
  type ImportedFile,
  type ImportRequest,
} from '../../core/import/read-transcript.ts';
import type { SettleDeps } from '../../core/import/settle/settle.ts';
import { decodeSource, longestText, looksBinary, type SourceBytes } from './decode.ts';

interface ImportBytesRequest extends ImportRequest {
  readonly path: string;
}

export async function importBytes(
  source: SourceBytes,
  request: ImportBytesRequest,
  deps: SettleDeps & { readonly pace: Pace },
  signal: AbortSignal,
): Promise<Result<ImportedFile, ImportFailure>> {
  const { path } = request;
  const jsonBytes = source.mayBeWhole ? source.bytes.length : source.longestLine;
  if (jsonBytes > longestText) return err({ kind: 'too-large', path, what: 'json', bytes: jsonBytes });
  const text = await decodeSource(source, deps.pace);
  const imported = await runSteps(importTranscript(text, request, deps), deps.pace, signal);
  return imported === undefined ? err({ kind: 'cancelled', path }) : withPath(imported, request, source);
}

function withPath(
  result: ReturnType<typeof importTranscript> extends Steps<infer Value> ? Value : never,
  request: ImportBytesRequest,
  source: SourceBytes,
): Result<ImportedFile, ImportFailure> {
  if (result.ok) return result;
  const { path } = request;
  if (result.error.kind === 'unknown-format' && looksBinary(source.bytes))
    return err({ kind: 'binary', path });
  return err({ ...result.error, path });
}
