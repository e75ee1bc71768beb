// The program of the import worker: reads one large foreign file away from the main thread.

import { parentPort, workerData } from 'node:worker_threads';
import { serveImport } from '../adapters/import/import-server.ts';
import type { WorkerRequest } from '../adapters/import/worker-messages.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { randomIds } from '../adapters/system/ids.ts';
import { nodeSha256 } from '../adapters/system/sha256.ts';
import { invariant } from '../base/fail.ts';

invariant(parentPort !== null, 'the import worker runs in a worker thread');
void serveImport(parentPort, workerData as WorkerRequest, {
  ids: randomIds,
  sha256: nodeSha256,
  clock: systemClock,
});
