// The worker's side of an import: reads the file by itself and hands the result over batch by batch. Its entry is made
// by the composition, which knows the ports.

import type { MessagePort } from 'node:worker_threads';
import { unpaced } from '../../base/pace.ts';
import type { Result } from '../../base/result.ts';
import type { ImportFailure } from '../../core/import/failures.ts';
import type { ImportedFile } from '../../core/import/read-transcript.ts';
import type { SettleDeps } from '../../core/import/settle/settle.ts';
import { batchesOf } from './batches.ts';
import { splitLines } from './decode.ts';
import { importBytes } from './import-bytes.ts';
import { readForeignFile } from './read-file.ts';
import type { FromWorker, WorkerRequest } from './worker-messages.ts';

/** Imports the file and answers on the port. The main thread ends the worker to cancel it. */
export async function serveImport(
  port: MessagePort,
  request: WorkerRequest,
  deps: SettleDeps,
): Promise<void> {
  const send = (message: FromWorker): void => port.postMessage(message);
  const imported = await importAlone(request, deps);
  if (!imported.ok) {
    send({ kind: 'failure', failure: imported.error });
    return;
  }
  for (const items of batchesOf(imported.value)) {
    send({ kind: 'batch', items });
    await nextMessage(port);
  }
  port.close();
}

async function importAlone(
  request: WorkerRequest,
  deps: SettleDeps,
): Promise<Result<ImportedFile, ImportFailure>> {
  const { signal } = new AbortController();
  const file = await readForeignFile(request.path, signal);
  if (!file.ok) return file;
  const source = await splitLines(file.value, unpaced);
  return importBytes(source, request, { ...deps, pace: unpaced }, signal);
}

function nextMessage(port: MessagePort): Promise<void> {
  return new Promise((resolve) => {
    port.once('message', () => resolve());
  });
}
