// The main thread's side of an import in a worker: files with giant lines are read there, so that nobody waits for one
// long slice here.

import { Worker } from 'node:worker_threads';
import { whenAborted } from '../../base/abort.ts';
import type { Result } from '../../base/result.ts';
import { err, ok } from '../../base/result.ts';
import type { ImportFailure } from '../../core/import/failures.ts';
import type { ImportedFile } from '../../core/import/read-transcript.ts';
import { BatchCollector } from './batches.ts';
import type { FromWorker, ToWorker, WorkerRequest } from './worker-messages.ts';

/** Memory a worker may take before it gives up, in MB. */
const heapLimit = 4096;

/** `entry` is the file that calls `serveImport`. Aborting ends the worker at once. */
export async function importInWorker(
  entry: string | URL,
  request: WorkerRequest,
  signal: AbortSignal,
): Promise<Result<ImportedFile, ImportFailure>> {
  const { path } = request;
  if (signal.aborted) return err({ kind: 'cancelled', path });
  const worker = new Worker(entry, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: heapLimit },
  });
  const cancelled = whenAborted(signal);
  try {
    const stopped = cancelled.aborted.then(() => err<ImportFailure>({ kind: 'cancelled', path }));
    return await Promise.race([conversation(worker, path), stopped]);
  } finally {
    cancelled.release();
    await worker.terminate();
  }
}

/** Settles with the last batch, a failure, or the end of the worker, whichever comes first. */
function conversation(worker: Worker, path: string): Promise<Result<ImportedFile, ImportFailure>> {
  const collector = new BatchCollector();
  const next: ToWorker = { kind: 'next' };
  return new Promise((resolve) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'failure') {
        resolve(err(message.failure));
        return;
      }
      const file = collector.add(message.items);
      if (file === undefined) worker.postMessage(next);
      else resolve(ok(file));
    });
    worker.on('error', (error: Error & { readonly code?: unknown }) => {
      const code = typeof error.code === 'string' ? error.code : error.name;
      const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
      resolve(err(isMemory ? { kind: 'out-of-memory', path } : { kind: 'io', path, code }));
    });
    worker.on('exit', () => resolve(err({ kind: 'io', path, code: 'worker ended' })));
  });
}
