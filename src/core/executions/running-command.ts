// One command from its start to its end: its process, what it has printed, and how it stands. Who is told, and what becomes
// of its end, is owned by the executions.

import { deriveAbort, isAborted, neverAborted, whenAborted } from '../../base/abort.ts';
import { isoTime, type Clock } from '../../base/clock.ts';
import type { ExecutionStart } from './executions.ts';
import { outcomeOf } from './outcome.ts';
import { OutputRing } from './output-ring.ts';
import type { ProcessEnd, ProcessRunner, RunningProcess } from './process.ts';
import type { ExecutionRender } from './render.ts';

/** How long a command that was asked to end is given. */
const forceAfterMs = 2000;

export interface RunningCommandDeps {
  readonly processes: ProcessRunner;
  readonly clock: Clock;
  /** It has printed something, or stands differently. */
  readonly changed: () => void;
  readonly ended: () => void;
}

export class RunningCommand {
  /** The call that started it has been answered: its end is told by a message. */
  isBackground = false;
  private readonly deps: RunningCommandDeps;
  private readonly begun: Pick<
    ExecutionRender,
    'executionId' | 'callId' | 'owner' | 'command' | 'cwd' | 'startedAt'
  >;
  private readonly ring = new OutputRing();
  private readonly over = deriveAbort(neverAborted());
  private process: RunningProcess | undefined;
  private wasStopped = false;
  private wasLeft = false;
  private end: { readonly how: ProcessEnd; readonly at: string } | undefined;

  constructor(start: ExecutionStart, executionId: string, deps: RunningCommandDeps) {
    const { callId, owner, command, cwd } = start;
    this.begun = { executionId, callId, owner, command, cwd, startedAt: isoTime(deps.clock) };
    this.deps = deps;
  }

  /** Starts the process; it may have ended when this returns. */
  begin(): void {
    const { command, cwd } = this.begun;
    this.process = this.deps.processes.start(
      { command, cwd },
      {
        output: (text, skipped) => {
          this.ring.add(text, skipped);
          this.deps.changed();
        },
        ended: (end) => this.finish(end),
      },
    );
  }

  /** It ends without ever having begun. */
  refuse(end: ProcessEnd): void {
    this.wasStopped = end.kind === 'signalled';
    this.finish(end);
  }

  /** Asks, and forces after a while. Does nothing the second time. */
  stop(): void {
    if (this.wasStopped || this.end !== undefined) return;
    this.wasStopped = true;
    this.process?.stop('ask');
    this.deps.changed();
    void this.forceLater();
  }

  /** The host goes away: it is ended, and nobody can say how it would have ended. */
  leave(): void {
    this.wasLeft = !this.wasStopped;
    this.stop();
  }

  /** Resolves once the process has ended. */
  ended(): Promise<void> {
    return whenAborted(this.over.signal).aborted;
  }

  render(): ExecutionRender {
    const output = this.ring.captured();
    if (this.end === undefined) {
      return { ...this.begun, state: this.wasStopped ? 'stopping' : 'running', output };
    }
    return { ...this.begun, ...this.endFacts(this.end.how), state: 'ended', endedAt: this.end.at, output };
  }

  private async forceLater(): Promise<void> {
    await this.deps.clock.delay(forceAfterMs, this.over.signal);
    if (!isAborted(this.over.signal)) this.process?.stop('force');
  }

  private finish(how: ProcessEnd): void {
    if (this.end !== undefined) return;
    this.ring.end();
    if (how.kind === 'not-started') this.ring.add(`${how.why}\n`);
    this.end = { how, at: isoTime(this.deps.clock) };
    this.over.abort('dispose');
    this.deps.ended();
  }

  private endFacts(how: ProcessEnd): Pick<ExecutionRender, 'end' | 'outcome' | 'exitCode' | 'signal'> {
    if (this.wasLeft) return { end: 'lost', outcome: 'failure' };
    const stopped = this.wasStopped ? ({ end: 'stopped', outcome: 'failure' } as const) : undefined;
    switch (how.kind) {
      case 'exited': {
        const outcome = outcomeOf(this.begun.command, how.code);
        return { end: 'exited', outcome, exitCode: how.code, ...stopped };
      }
      case 'signalled':
        return { end: 'signalled', outcome: 'failure', signal: how.signal, ...stopped };
      case 'not-started':
        return { end: 'not-started', outcome: 'failure', ...stopped };
    }
  }
}
