// Managed executions over a session in memory, with processes, clock and ids a test holds in its hands.

import type { Ids } from '../../src/base/ids.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { createExecutions } from '../../src/core/executions/create-executions.ts';
import type { Executions, ExecutionYield } from '../../src/core/executions/executions.ts';
import type { ExecutionRender } from '../../src/core/executions/render.ts';
import { executionTranscript, type ExecutionTranscript } from '../../src/core/executions/transcript.ts';
import type { SessionHandle, SessionStore } from '../../src/core/sessions/store.ts';
import type { RecordKind, RecordOf, TranscriptRecord } from '../../src/core/transcript/record.ts';
import { countingIds } from './counting-ids.ts';
import { conversation } from './conversation.ts';
import { never, valueOf } from './expect.ts';
import { createMemoryStore, MemorySessions } from './memory-store.ts';
import { ScriptedProcesses } from './scripted-processes.ts';
import { settle, VirtualClock } from './virtual-clock.ts';

/** A turn in which a command was called; the call is `call-1`, its record `r2`. */
export const calledOnce = conversation()
  .user('Test it')
  .calls('run_command', { command: 'npm test' })
  .records();

export interface ExecutionsBench {
  readonly clock: VirtualClock;
  readonly processes: ScriptedProcesses;
  readonly store: SessionStore;
  readonly session: SessionHandle;
  readonly executions: Executions;
  readonly emitted: ExecutionRender[];
  readonly warnings: string[];
  /** Starts a command and lets what can happen at once happen. */
  start(command: string, options?: StartOptions): Promise<StartedCommand>;
  recordsOf<Kind extends RecordKind>(kind: Kind): readonly RecordOf<Kind>[];
}

export interface StartOptions {
  readonly yieldMs?: number;
  readonly callId?: string;
  readonly signal?: AbortSignal;
}

export interface StartedCommand {
  readonly yielded: Promise<ExecutionYield>;
  /** What came of it, when that is known by now. */
  readonly known: () => ExecutionYield | undefined;
}

export interface BenchOptions {
  readonly records?: readonly TranscriptRecord[];
  readonly store?: SessionStore;
  /** Opens this session of the store instead of a new one. */
  readonly path?: string;
  /** An open session, used as it is. */
  readonly session?: SessionHandle;
  readonly transcript?: (own: ExecutionTranscript) => ExecutionTranscript;
}

const counting = countingIds();
/** Ids no other part of a test has. */
const ids: Ids = { next: (kind) => `x-${counting.next(kind)}`, hex: (digits) => counting.hex(digits) };

export async function executionsBench(options: BenchOptions = {}): Promise<ExecutionsBench> {
  const clock = new VirtualClock();
  const store = options.store ?? createMemoryStore({ clock, ids, sha256: nodeSha256 }, new MemorySessions());
  const session = options.session ?? (await openedIn(store, options));
  const processes = new ScriptedProcesses();
  const emitted: ExecutionRender[] = [];
  const warnings: string[] = [];
  const own = executionTranscript(session);
  const executions = createExecutions({
    ...{ processes, clock, ids },
    transcript: options.transcript?.(own) ?? own,
    emit: (render) => emitted.push(render),
    warn: (text) => warnings.push(text),
  });
  return {
    ...{ clock, processes, store, session, executions, emitted, warnings },
    start: async (command, { yieldMs = 10_000, callId = 'call-1', signal = never } = {}) => {
      let known: ExecutionYield | undefined;
      const start = { callId, owner: '/root', command, cwd: '/work', yieldMs };
      const yielded = executions.start(start, signal).then((value) => (known = value));
      await settle();
      return { yielded, known: () => known };
    },
    recordsOf: <Kind extends RecordKind>(kind: Kind) =>
      session.active().records.filter((record): record is RecordOf<Kind> => record.kind === kind),
  };
}

async function openedIn(store: SessionStore, options: BenchOptions): Promise<SessionHandle> {
  if (options.path !== undefined) return valueOf(await store.open(options.path, 'write', never));
  const session = valueOf(await store.create({ name: 'Commands' }, never));
  valueOf(await session.write.append(options.records ?? calledOnce, never));
  return session;
}

/** A render as it would stand on disk. */
export function renderLike(change: Partial<ExecutionRender> = {}): ExecutionRender {
  return {
    ...{ executionId: 'e1', callId: 'call-1', owner: '/root', command: 'npm test', cwd: '/work' },
    ...{ state: 'running', startedAt: '2026-11-30T12:00:00.000Z' },
    output: { head: 'ok\n', tail: '', characters: 3, omitted: 0 },
    ...change,
  };
}

export const endedWell = {
  state: 'ended',
  end: 'exited',
  outcome: 'success',
  exitCode: 0,
  endedAt: '2026-11-30T12:00:05.000Z',
} as const;
