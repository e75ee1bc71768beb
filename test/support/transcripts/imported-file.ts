// Imports a real transcript the way hosts do, with ids that count.

import { nodeSha256 } from '../../../src/adapters/system/sha256.ts';
import { importForeignFile } from '../../../src/adapters/import/foreign-file.ts';
import { unpaced } from '../../../src/base/pace.ts';
import type { ImportedFile } from '../../../src/core/import/read-transcript.ts';
import { countingIds } from '../counting-ids.ts';
import { VirtualClock } from '../virtual-clock.ts';

/** The worker's entry for tests: a worker does not inherit the loader that reads TypeScript. */
export const testWorkerEntry = new URL('../import-worker.mjs', import.meta.url);

export async function importedFile(path: string): Promise<ImportedFile> {
  const deps = {
    ids: countingIds(),
    sha256: nodeSha256,
    clock: new VirtualClock(),
    pace: unpaced,
    workerEntry: testWorkerEntry,
  };
  const result = await importForeignFile({ path, format: 'auto' }, deps, new AbortController().signal);
  if (!result.ok) throw new Error(`Not imported: ${JSON.stringify(result.error)}`);
  return result.value;
}
