// What happens around a run, written down in the order in which it happens: phases, hooks, requests, checkpoint, the
// application, the commit, and how the run settled.

import type { WorkCheckpoints } from '../../src/core/compaction/checkpoint.ts';
import type { CompactionOutcome } from '../../src/core/compaction/outcome.ts';
import type { CompactionPhase } from '../../src/core/compaction/phases.ts';
import type { RunState } from '../../src/core/compaction/run-state.ts';
import type { CompactionTarget } from '../../src/core/compaction/target.ts';
import type {
  CompactionHooks,
  PostCompactPayload,
  PreCompactPayload,
  SessionStartPayload,
} from '../../src/core/hooks/compact-hooks.ts';
import type { Provider } from '../../src/core/provider/provider.ts';

type Payload = PreCompactPayload | PostCompactPayload | SessionStartPayload;

export class BenchLog {
  readonly trace: string[] = [];
  readonly phases: CompactionPhase[] = [];
  /** Names of the hooks that ran. */
  readonly hooked: string[] = [];
  readonly payloads: Payload[] = [];
  private readonly state: RunState;
  private requests = 0;

  constructor(state: RunState) {
    this.state = state;
  }

  phase(phase: CompactionPhase): void {
    this.phases.push(phase);
    this.trace.push(`phase ${phase.phase}`);
  }

  committed(): void {
    const { failuresInARow } = this.state.auto;
    const flight = this.state.inFlight ? 'in flight' : 'idle';
    this.trace.push(`committed, ${failuresInARow} failures in a row, ${flight}`);
  }

  provider(provider: Provider): Provider {
    return {
      name: provider.name,
      body: (request) => provider.body(request),
      stream: (request, signal) => {
        this.trace.push(`request ${++this.requests}`);
        return provider.stream(request, signal);
      },
    };
  }

  hooks(hooks: CompactionHooks): CompactionHooks {
    return {
      preCompact: (payload, signal) => hooks.preCompact(this.told(payload), signal),
      postCompact: (payload, signal) => hooks.postCompact(this.told(payload), signal),
      sessionStart: (payload, signal) => hooks.sessionStart(this.told(payload), signal),
    };
  }

  checkpoints(checkpoints: WorkCheckpoints): WorkCheckpoints {
    return {
      select: (signal) => {
        this.trace.push('select checkpoint');
        return checkpoints.select(signal);
      },
      seal: (checkpoint, signal) => {
        this.trace.push(`seal ${checkpoint}`);
        return checkpoints.seal(checkpoint, signal);
      },
    };
  }

  target(target: CompactionTarget): CompactionTarget {
    return {
      ...target,
      apply: (plan, signal) => {
        this.trace.push('apply');
        return target.apply(plan, signal);
      },
    };
  }

  /** Passes the end of a run on and writes it down. */
  async settled(run: Promise<CompactionOutcome>): Promise<CompactionOutcome> {
    try {
      const outcome = await run;
      this.trace.push(`${outcome.outcome}, ${this.state.inFlight ? 'in flight' : 'idle'}`);
      return outcome;
    } catch (error) {
      this.trace.push(`threw, ${this.state.inFlight ? 'in flight' : 'idle'}`);
      throw error;
    }
  }

  private told<Told extends Payload>(payload: Told): Told {
    this.hooked.push(payload.hookEventName);
    this.payloads.push(payload);
    this.trace.push(payload.hookEventName);
    return payload;
  }
}
