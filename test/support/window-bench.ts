// What stands behind the panel of one window, without the window: its desk over a folder on disk, with the offline model.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DiskPorts } from '../../src/adapters/disk/disk-ports.ts';
import { nodeFileSystem } from '../../src/adapters/disk/node-file-system.ts';
import { nodeProcessTable } from '../../src/adapters/disk/process-table.ts';
import type { Machine } from '../../src/adapters/open-chat.ts';
import { createNodeProcessRunner } from '../../src/adapters/process/node-process-runner.ts';
import { workspaceSearch } from '../../src/adapters/search/workspace-search.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { randomIds } from '../../src/adapters/system/ids.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { unpaced } from '../../src/base/pace.ts';
import { noMasking } from '../../src/core/evidence/secrets.ts';
import { offlineModel, resolvePolicy } from '../../src/core/models/policy.ts';
import { readSettings } from '../../src/core/settings/settings.ts';
import { Desk } from '../../src/host/session/desk.ts';
import { Memory } from '../../src/host/session/memory.ts';
import { createHostModels } from '../../src/host/models/models.ts';
import { Shelf } from '../../src/host/session/shelf.ts';
import { prompts } from './compaction-bench.ts';

/** What a window remembers, as VS Code keeps it. */
export class MemoryMemento {
  private readonly values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  get<Value>(key: string, fallback?: Value): Value | undefined {
    return (this.values.get(key) as Value | undefined) ?? fallback;
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, JSON.parse(JSON.stringify(value)));
    return Promise.resolve();
  }
}

/** This system, as it is, without ripgrep. */
export const machine: Machine = {
  clock: systemClock,
  ids: randomIds,
  pace: unpaced,
  sha256: nodeSha256,
  prompts,
  masker: noMasking,
  search: workspaceSearch(undefined),
  processes: createNodeProcessRunner(),
  tokenizerWorker: new URL('./tokenizer-worker.mjs', import.meta.url),
  shell: undefined,
};

export interface WindowBench {
  readonly desk: Desk;
  readonly memory: Memory;
  readonly shelf: Shelf;
  readonly told: readonly string[];
  /** How often another screen was shown. */
  readonly switches: () => number;
  /** Resolves once system prompt and tools were counted the next time. */
  readonly weighed: () => Promise<void>;
}

/** A folder for sessions and one to work in. Removed by `remove`. */
export function windowFolders(): { readonly sessions: string; readonly workspace: string; remove(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'segue-window-'));
  return {
    sessions: path.join(folder, 'sessions'),
    workspace: folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** One window over the folders; `memory` is what an earlier one remembered. */
export function windowBench(
  folders: { readonly sessions: string; readonly workspace: string },
  memory = new Memory(new MemoryMemento()),
): WindowBench {
  const { settings } = readSettings({ 'permissions.mode': 'full-auto' });
  const disk: DiskPorts = { ...machine, files: nodeFileSystem, processes: nodeProcessTable };
  const shelf = new Shelf(disk, folders.sessions, 0);
  const workspace = () => ({ isTrusted: true, folders: 'some' }) as const;
  const told: string[] = [];
  let switches = 0;
  const waiting: (() => void)[] = [];
  const desk = new Desk({
    ...{ shelf, memory },
    newModel: () => undefined,
    workspacePath: () => folders.workspace,
    blank: () => ({
      target: resolvePolicy(offlineModel, settings),
      permissions: 'full-auto',
      workspace: workspace(),
      now: () => 0,
    }),
    switched: () => switches++,
    tell: (_, text) => told.push(text),
    conversation: {
      ...{ machine, workspace },
      settings: () => settings,
      models: createHostModels({
        settings: () => settings,
        key: () => ({ key: '', from: 'nowhere' }),
        told: () => undefined,
        ...machine,
      }),
      rules: memory,
      roots: () => [folders.workspace],
      mode: () => 'full-auto',
      reviewing: () => undefined,
      shownPath: (file) => file,
      changed: () => undefined,
      weighed: () => waiting.splice(0).forEach((tell) => tell()),
      waiting: () => undefined,
      heard: () => undefined,
      report: (problem) => told.push(problem),
    },
  });
  return {
    desk,
    memory,
    shelf,
    told,
    switches: () => switches,
    weighed: () => new Promise((resolve) => waiting.push(resolve)),
  };
}
