// A root session and everything a run of the compaction needs around it, with all that happens written down in order.

import { fileURLToPath } from 'node:url';
import { unpaced } from '../../src/base/pace.ts';
import { err, ok } from '../../src/base/result.ts';
import { loadPrompts } from '../../src/adapters/prompts/library.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { noCheckpoints, type WorkCheckpoints } from '../../src/core/compaction/checkpoint.ts';
import type { StartFacts } from '../../src/core/compaction/eligibility.ts';
import type { CompactionOutcome } from '../../src/core/compaction/outcome.ts';
import type { CompactionPhase } from '../../src/core/compaction/phases.ts';
import type { CompactionRequest } from '../../src/core/compaction/request.ts';
import { createRootTarget } from '../../src/core/compaction/root-target.ts';
import { RunState } from '../../src/core/compaction/run-state.ts';
import { runCompaction, type CompactionDeps } from '../../src/core/compaction/runner.ts';
import { lastTurnOf } from '../../src/core/compaction/selection.ts';
import type { CompactionTarget } from '../../src/core/compaction/target.ts';
import { noMasking, type SecretMasker } from '../../src/core/evidence/secrets.ts';
import type { SkillInvocation } from '../../src/core/evidence/skills.ts';
import { noHooks, type CompactionHooks } from '../../src/core/hooks/compact-hooks.ts';
import type { Provider } from '../../src/core/provider/provider.ts';
import { readSettings } from '../../src/core/settings/settings.ts';
import type { SessionHandle, SessionStore } from '../../src/core/sessions/store.ts';
import { headingsFor } from '../../src/core/summary/purpose.ts';
import { freshEstimate } from '../../src/core/tokens/estimate.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { countingIds } from './counting-ids.ts';
import { never, valueOf } from './expect.ts';
import { createMemoryStore } from './memory-store.ts';
import { policyOf } from './policies.ts';
import { BenchLog } from './bench-log.ts';
import { ScriptedProvider, says, type Script } from './scripted-provider.ts';
import { TelemetryLog } from './telemetry-log.ts';
import { hurriedClock, type VirtualClock } from './virtual-clock.ts';

export const prompts = loadPrompts(fileURLToPath(new URL('../../prompts', import.meta.url)));

/** A continuation summary that passes validation. */
export const soundSummary = headingsFor('continuation')
  .map((heading) => `## ${heading}\n- (none)`)
  .join('\n');

export interface BenchOptions {
  readonly records: readonly TranscriptRecord[];
  /** One script a request; a sound summary for one request when left out. */
  readonly scripts?: readonly Script[];
  /** Answers instead of the scripts. */
  readonly provider?: Provider;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Facts of the session that are not as they should be. */
  readonly facts?: Partial<Omit<StartFacts, 'inFlight'>>;
  /** Why there is no provider, when there is none. */
  readonly noProvider?: string;
  readonly hooks?: Partial<CompactionHooks>;
  readonly checkpoints?: WorkCheckpoints;
  readonly masker?: SecretMasker;
  readonly skills?: readonly SkillInvocation[];
  /** Every delay is over at once when left out. */
  readonly clock?: VirtualClock;
  /** Keeps the session; one in memory without bytes when left out. */
  readonly store?: SessionStore;
  /** Changes the target before it is used, to make it fail or to make it an agent. */
  readonly target?: (root: CompactionTarget) => CompactionTarget;
  /** A view of the phases; what it throws must stop nothing. */
  readonly view?: (phase: CompactionPhase) => void;
  /** The host's part at the commit point. */
  readonly committed?: () => void;
}

export interface Bench {
  readonly session: SessionHandle;
  readonly provider: ScriptedProvider;
  readonly log: TelemetryLog;
  readonly state: RunState;
  readonly clock: VirtualClock;
  /** Everything that happened, in order, one line each. */
  readonly trace: readonly string[];
  readonly phases: readonly CompactionPhase[];
  /** Names of the hooks that ran, in order. */
  readonly hooks: readonly string[];
  /** What those hooks were told. */
  readonly payloads: BenchLog['payloads'];
  /** A manual run that keeps a recent tail, with the changes given. */
  run(changes?: Partial<CompactionRequest>, signal?: AbortSignal): Promise<CompactionOutcome>;
}

export async function compactionBench(options: BenchOptions): Promise<Bench> {
  const clock = options.clock ?? hurriedClock();
  const ids = countingIds();
  const store = options.store ?? createMemoryStore({ clock, ids, sha256: nodeSha256 });
  const session = valueOf(await store.create({ name: 'bench', workspace: '/w' }, never));
  valueOf(await session.write.append(options.records, never));
  const { settings } = readSettings(options.settings ?? {});
  const provider = new ScriptedProvider(options.scripts ?? [says(soundSummary)]);
  const log = new TelemetryLog();
  const state = new RunState();
  const seen = new BenchLog(state);
  const root = createRootTarget({
    session,
    telemetry: log,
    automatic: () => ({ enabled: true, switchedOff: state.auto.switchedOff }),
    skills: () => options.skills ?? [],
  });
  const target = { ...root, startFacts: () => ({ ...root.startFacts(), ...options.facts }) };
  const asked = seen.provider(options.provider ?? provider);
  const deps: CompactionDeps = {
    target: seen.target(options.target?.(target) ?? target),
    state,
    settings,
    provider: options.noProvider === undefined ? ok(asked) : err(options.noProvider),
    prompts,
    masker: options.masker ?? noMasking,
    hooks: seen.hooks({ ...noHooks, ...options.hooks }),
    checkpoints: seen.checkpoints(options.checkpoints ?? noCheckpoints),
    telemetry: log,
    clock,
    ids,
    pace: unpaced,
    report: (phase) => {
      seen.phase(phase);
      options.view?.(phase);
    },
    committed: () => {
      seen.committed();
      options.committed?.();
    },
  };
  const request = (): CompactionRequest => ({
    trigger: 'manual',
    purpose: 'continuation',
    tail: 'recent',
    target: policyOf(200_000),
    summary: { ...policyOf(200_000), stream: true, idleSeconds: 0 },
    targetPressure: false,
    tokensBefore: freshEstimate(session.active().records, settings['compaction.imageTokenEstimate']),
    fixedTokens: 0,
    turn: lastTurnOf(session.active().records),
  });
  return {
    ...{ session, provider, log, state, clock },
    trace: seen.trace,
    phases: seen.phases,
    hooks: seen.hooked,
    payloads: seen.payloads,
    run: (changes = {}, signal = never) =>
      seen.settled(runCompaction({ ...request(), ...changes }, deps, signal)),
  };
}
