// File stores for tests: over a memory disk with paper processes, or over a real folder that is removed again.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/base/clock.ts';
import type { Ids } from '../../src/base/ids.ts';
import { unpaced } from '../../src/base/pace.ts';
import type { DiskPorts } from '../../src/adapters/disk/disk-ports.ts';
import { createFileSessionStore } from '../../src/adapters/disk/file-session-store.ts';
import { nodeFileSystem } from '../../src/adapters/disk/node-file-system.ts';
import { nodeProcessTable } from '../../src/adapters/disk/process-table.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { randomIds } from '../../src/adapters/system/ids.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import type { SessionStore } from '../../src/core/sessions/store.ts';
import { countingIds } from './counting-ids.ts';
import { MemoryDisk, type MemoryDiskOptions } from './memory-disk.ts';
import { MemoryProcesses } from './memory-processes.ts';
import { hurriedClock } from './virtual-clock.ts';

export const memoryRoot = '/sessions';

/** A computer made of memory: its disk, its processes, and stores as its processes would make them. */
export class MemoryComputer {
  readonly clock: Clock;
  readonly disk: MemoryDisk;
  readonly processes = new MemoryProcesses();
  private readonly ids: Ids = countingIds();

  constructor(options: MemoryDiskOptions = {}) {
    this.clock = options.clock ?? hurriedClock();
    this.disk = new MemoryDisk({ ...options, clock: this.clock });
  }

  /** Ports as a process of its own has them. */
  ports(process = this.processes.start()): DiskPorts {
    const { clock, ids } = this;
    return { files: this.disk.files, processes: process, clock, ids, sha256: nodeSha256, pace: unpaced };
  }

  /** A store of a process of its own, which does not wait for locks unless told to. */
  store(options: { readonly ports?: DiskPorts; readonly lockWaitMs?: number } = {}): SessionStore {
    const { ports = this.ports(), lockWaitMs = 0 } = options;
    return createFileSessionStore(ports, { root: memoryRoot, lockWaitMs });
  }

  /** Every process is killed; the disk goes on. */
  kill(): void {
    this.processes.endAll();
    this.disk.survive();
  }

  /** The power goes and comes back: every process is gone, and with it what had not been synced. */
  crash(survival: Parameters<MemoryDisk['crash']>[0] = { chance: 0 }): void {
    this.processes.endAll();
    this.disk.crash(survival);
  }
}

export function realDiskPorts(): DiskPorts {
  return {
    files: nodeFileSystem,
    processes: nodeProcessTable,
    clock: systemClock,
    ids: randomIds,
    sha256: nodeSha256,
    pace: unpaced,
  };
}

/** A store over a real folder. Waits for no lock. */
export function realStore(root: string): SessionStore {
  return createFileSessionStore(realDiskPorts(), { root, lockWaitMs: 0 });
}

/** Runs with a folder of its own below the system's temporary one, and removes it afterwards. */
export async function withTemporaryFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'segue-test-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
