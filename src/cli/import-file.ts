// Reads a transcript file and keeps its conversations as sessions: shared by `import` and by `compact <file>`.

import { importForeignFile } from '../adapters/import/foreign-file.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { AskedFormat } from '../core/import/detect.ts';
import { describeImportFailure, type ImportFailure } from '../core/import/failures.ts';
import type { ImportedFile } from '../core/import/read-transcript.ts';
import type { ImportCounts } from '../core/import/settle/settle.ts';
import type { Tools } from './compose.ts';
import { failure, usageFailure, type CliFailure } from './failure.ts';
import { storeFailureText } from './texts.ts';

export interface KeptSession extends ImportCounts {
  /** The session's folder. */
  readonly session: string;
}

export async function readTranscriptFile(
  file: string,
  format: AskedFormat,
  tools: Tools,
  signal: AbortSignal,
): Promise<Result<ImportedFile, CliFailure>> {
  const { ids, sha256, clock, pace, importWorker: workerEntry } = tools;
  const read = await importForeignFile(
    { path: file, format },
    { ids, sha256, clock, pace, workerEntry },
    signal,
  );
  return read.ok ? read : err(importFailure(read.error));
}

/** Keeps every conversation of a file below `folder`. Those kept before a failure stay. */
export async function keepSessions(
  imported: ImportedFile,
  folder: string,
  tools: Tools,
  signal: AbortSignal,
): Promise<Result<readonly KeptSession[], CliFailure>> {
  const store = tools.store(folder);
  const kept: KeptSession[] = [];
  for (const { session: read, counts } of imported.sessions) {
    // The name becomes the folder's and is printed everywhere; it was made from what a person typed.
    const { text: name } = await tools.masker.mask(read.init.name, signal);
    const session = { ...read, init: { ...read.init, name } };
    // An abort while the name was looked at is the store's to answer.
    const adopted = await store.adopt(session, signal);
    if (!adopted.ok) {
      const before =
        kept.length === 0 ? '' : `; ${kept.length} of ${imported.sessions.length} were kept before`;
      if (adopted.error.kind !== 'cancelled') return err(failure(storeFailureText(adopted.error) + before));
      return err(kept.length === 0 ? nothingImported : { exit: 130, message: `cancelled${before}` });
    }
    kept.push({ session: adopted.value, ...counts });
  }
  return ok(kept);
}

const nothingImported: CliFailure = { exit: 130, message: 'cancelled, nothing was imported' };

/** A format that is unknown or not built yet is wrong usage, anything else could not be done (design 14.3). */
function importFailure(reason: ImportFailure): CliFailure {
  if (reason.kind === 'cancelled') return nothingImported;
  const message = describeImportFailure(reason);
  const isFormat =
    reason.kind === 'unknown-format' || reason.kind === 'not-built-yet' || reason.kind === 'does-not-fit';
  return isFormat ? usageFailure(message) : failure(message);
}
