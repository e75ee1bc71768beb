// The session-store contract over every implementation there is.

import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { segmentName, segmentNumber } from '../../src/core/sessions/names.ts';
import { countingIds } from '../support/counting-ids.ts';
import { MemoryComputer, realStore } from '../support/disk-store.ts';
import { createMemoryStore, MemorySessions } from '../support/memory-store.ts';
import { hurriedClock } from '../support/virtual-clock.ts';
import type { StoreHarness } from './session-store-harness.ts';
import { describeSessionStore } from './session-store.ts';

describeSessionStore('in memory', async () => {
  const sessions = new MemorySessions();
  const ports = { clock: hurriedClock(), ids: countingIds(), sha256: nodeSha256 };
  return {
    store: () => createMemoryStore(ports, sessions),
    damage: async (path, record) => sessions.damage(path, record, nodeSha256),
    snapshot: async (path) => sessions.snapshot(path),
    done: async () => undefined,
  };
});

describeSessionStore('files on a memory disk', async () => onMemoryDisk(new MemoryComputer()));

describeSessionStore('files on a slow memory disk', async () =>
  onMemoryDisk(new MemoryComputer({ latencyMs: 40 })),
);

describeSessionStore('files on a memory disk without hard links', async () =>
  onMemoryDisk(new MemoryComputer({ withoutLinks: true })),
);

describeSessionStore('files on the real disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'segue-contract-'));
  return {
    store: () => realStore(root),
    damage: async (path, record) => {
      const file = join(path, await lastSegment(path));
      await writeFile(file, damaged(await readFile(file, 'utf8'), record));
    },
    snapshot: async (path) => {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      return Object.fromEntries(
        await Promise.all(files.sort().map(async (file) => [file, await readFile(file, 'utf8')])),
      ) as unknown;
    },
    done: () => rm(root, { recursive: true, force: true }),
  };
});

function onMemoryDisk(computer: MemoryComputer): StoreHarness {
  return {
    store: () => computer.store(),
    damage: async (path, record) => {
      const names = Object.keys(computer.disk.snapshot(path)).map((file) => file.slice(path.length + 1));
      const file = join(path, highest(names));
      computer.disk.put(file, damaged(computer.disk.text(file), record));
    },
    snapshot: async (path) => computer.disk.snapshot(path),
    done: async () => undefined,
  };
}

async function lastSegment(path: string): Promise<string> {
  return highest(await readdir(path));
}

function highest(names: readonly string[]): string {
  return segmentName(Math.max(...names.map((name) => segmentNumber(name) ?? 0)));
}

/** The line of the record is cut in two halves of a JSON text. */
function damaged(text: string, record: string): string {
  return text
    .split('\n')
    .map((line) => (line.includes(`"id":"${record}"`) ? line.slice(0, line.length / 2) : line))
    .join('\n');
}
