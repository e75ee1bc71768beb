// Constructs what the commands work with; the only place of the command line that makes adapters.

import path from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { Pace } from '../base/pace.ts';
import type { Sha256 } from '../base/sha256.ts';
import { createFileSessionStore } from '../adapters/disk/file-session-store.ts';
import type { DiskPorts } from '../adapters/disk/disk-ports.ts';
import { nodeFileSystem } from '../adapters/disk/node-file-system.ts';
import { nodeProcessTable } from '../adapters/disk/process-table.ts';
import type { Machine } from '../adapters/open-chat.ts';
import { createNodeProcessRunner } from '../adapters/process/node-process-runner.ts';
import { loadPrompts } from '../adapters/prompts/library.ts';
import { findRipgrep, workspaceSearch } from '../adapters/search/workspace-search.ts';
import { createSecretMasker } from '../adapters/secrets/masker.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { randomIds } from '../adapters/system/ids.ts';
import { createPace } from '../adapters/system/pace.ts';
import { nodeSha256 } from '../adapters/system/sha256.ts';
import type { SecretMasker } from '../core/evidence/secrets.ts';
import type { SessionStore } from '../core/sessions/store.ts';
import type { PromptLibrary } from '../core/prompts/prompts.ts';
import type { CliHost } from './host.ts';

export interface Tools {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
  readonly pace: Pace;
  readonly disk: DiskPorts;
  readonly prompts: PromptLibrary;
  readonly masker: SecretMasker;
  /** The program of the import worker. */
  readonly importWorker: string;
  /** The program of the tokenizer worker. */
  readonly tokenizerWorker: string;
  /** The store over the sessions in one folder. */
  store(folder: string): SessionStore;
}

export function composeTools(host: CliHost): Tools {
  const clock = systemClock;
  const ids = randomIds;
  const sha256 = nodeSha256;
  const pace = createPace();
  const disk: DiskPorts = { files: nodeFileSystem, processes: nodeProcessTable, clock, ids, sha256, pace };
  return {
    clock,
    ids,
    sha256,
    pace,
    disk,
    prompts: loadPrompts(path.join(host.home, 'prompts')),
    masker: createSecretMasker({ pace }),
    importWorker: path.join(host.home, 'dist', 'import-worker.cjs'),
    tokenizerWorker: path.join(host.home, 'dist', 'tokenizer-worker.cjs'),
    store: (root) => createFileSessionStore(disk, { root }),
  };
}

/** What a chat needs besides: only `segue run` opens one. */
export async function composeMachine(host: CliHost, tools: Tools): Promise<Machine> {
  return {
    ...tools,
    search: workspaceSearch(await findRipgrep([], host.env['PATH'])),
    processes: createNodeProcessRunner(),
    shell: undefined,
  };
}
