// Managed executions of one open session: they start commands, let them go on in the background, keep what they print, and
// see to it that each end is on disk once, on screen after that, and told to the model once.

import { deriveAbort, isAborted, neverAborted } from '../../base/abort.ts';
import { isoTime, type Clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/fail.ts';
import type { Ids } from '../../base/ids.ts';
import { describeStoreFailure, type StoreFailure } from '../sessions/failures.ts';
import { namedCommand } from './end-texts.ts';
import type { Executions, ExecutionStart, ExecutionYield, Mailbox } from './executions.ts';
import type { ProcessRunner } from './process.ts';
import { Pulse } from './pulse.ts';
import { archiveRecord } from './records.ts';
import { isLive, type ExecutionRender } from './render.ts';
import { rendersIn, resumeExecutions } from './resume.ts';
import { RunningCommand } from './running-command.ts';
import { Settlements, type TerminalUpdate } from './settle.ts';
import { currentTurn, type ExecutionTranscript } from './transcript.ts';
import { WaitingMail } from './waiting-mail.ts';

export interface ExecutionsDeps {
  readonly processes: ProcessRunner;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly transcript: ExecutionTranscript;
  /** How an execution stands now: at most every 100 ms while it runs, and once when its end is on disk. */
  readonly emit: (render: ExecutionRender) => void;
  /** One sentence for the person. */
  readonly warn: (text: string) => void;
}

/** Milliseconds. */
const emitEvery = 100;
const copyEvery = 2000;
/** How long the start of a command that was stopped waits for its end, so that whoever stopped it is answered at once. */
const stopPatience = 50;

export function createExecutions(deps: ExecutionsDeps): Executions {
  return new SessionExecutions(deps);
}

class SessionExecutions implements Executions {
  readonly mailbox: Mailbox;
  private readonly deps: ExecutionsDeps;
  private readonly mail: WaitingMail;
  private readonly settlements: Settlements;
  /** Those that run, and those whose end is not on disk yet; oldest first. */
  private readonly commands = new Map<string, RunningCommand>();
  /** Resolves when the end of the command has been offered to the disk. */
  private readonly ends = new Map<string, Promise<void>>();
  private readonly copies: Pulse;
  private hasCopies = false;
  private resuming: Promise<void> | undefined;
  private disposing: Promise<void> | undefined;

  constructor(deps: ExecutionsDeps) {
    this.deps = deps;
    this.mail = new WaitingMail(() => this.retryWaiting());
    this.mailbox = this.mail;
    this.copies = new Pulse(deps.clock, { everyMs: copyEvery, first: 'later', beat: () => void this.copy() });
    const { transcript, clock, ids } = deps;
    this.settlements = new Settlements({
      ...{ transcript, clock, ids },
      settled: (update) => this.tell(update),
      delayed: (update, failure) => this.tellDelay(update, failure),
      dropped: (update, which) => this.giveUp(update, which),
    });
  }

  async start(start: ExecutionStart, signal: AbortSignal): Promise<ExecutionYield> {
    const command = this.begin(start, signal);
    const { executionId } = command.render();
    const end = this.ends.get(executionId) ?? Promise.resolve();
    const { clock } = this.deps;
    if (!(await finishesWithin(end, start.yieldMs, clock, signal)) && isAborted(signal)) {
      command.stop();
      await finishesWithin(end, stopPatience, clock, neverAborted());
    }
    if (!isLive(command.render())) {
      await end;
      return { kind: 'ended', render: command.render() };
    }
    command.isBackground = true;
    await this.archive(command);
    return { kind: 'background', render: command.render() };
  }

  stop(executionId: string): void {
    this.commands.get(executionId)?.stop();
  }

  live(): readonly ExecutionRender[] {
    return this.renders().filter(isLive);
  }

  ofCall(callId: string): ExecutionRender | undefined {
    const known = this.renders().find((render) => render.callId === callId);
    return known ?? rendersIn(this.deps.transcript.records(), 'active').get(callId);
  }

  byId(executionId: string): ExecutionRender | undefined {
    const known = this.commands.get(executionId)?.render();
    if (known !== undefined) return known;
    const renders = [...rendersIn(this.deps.transcript.records(), 'active').values()];
    return renders.find((render) => render.executionId === executionId);
  }

  resume(): Promise<void> {
    this.resuming ??= this.takeUp();
    return this.resuming;
  }

  dispose(): Promise<void> {
    this.disposing ??= this.close();
    return this.disposing;
  }

  private async takeUp(): Promise<void> {
    const { transcript } = this.deps;
    const { lost, untold } = resumeExecutions(transcript.records(), transcript.left);
    for (const render of untold) this.mail.add(render);
    for (const render of lost) await this.settlements.settle({ render, told: false });
    this.hasCopies = transcript.left.length > 0;
    // A copy of what could not be settled yet is still needed.
    if (!this.settlements.hasWaiting) await this.copy();
  }

  private begin(start: ExecutionStart, signal: AbortSignal): RunningCommand {
    const { processes, clock, ids } = this.deps;
    const executionId = ids.next('execution');
    const shown = new Pulse(clock, { everyMs: emitEvery, first: 'now', beat: () => this.show(executionId) });
    let end: (settled: Promise<void>) => void = () => undefined;
    this.ends.set(executionId, new Promise((resolve) => (end = resolve)));
    const command = new RunningCommand(start, executionId, {
      ...{ processes, clock },
      changed: () => {
        shown.touch();
        this.copies.touch();
      },
      ended: () => {
        shown.stop();
        end(this.settle(command));
      },
    });
    this.commands.set(executionId, command);
    shown.touch();
    this.copies.touch();
    if (isAborted(signal)) command.refuse({ kind: 'signalled', signal: 'SIGTERM' });
    else if (this.disposing !== undefined)
      command.refuse({ kind: 'not-started', why: 'the session is closed' });
    else command.begin();
    return command;
  }

  private renders(): readonly ExecutionRender[] {
    return [...this.commands.values()].map((command) => command.render());
  }

  private show(executionId: string): void {
    const render = this.commands.get(executionId)?.render();
    if (render !== undefined && isLive(render)) this.deps.emit(render);
  }

  private async settle(command: RunningCommand): Promise<void> {
    const render = command.render();
    const settled = await this.settlements.settle({ render, told: !command.isBackground });
    if (settled !== 'waiting') this.forget(render.executionId);
  }

  /** On disk, so it may be shown and told. */
  private tell({ render, told }: TerminalUpdate): void {
    this.deps.emit(render);
    if (!told) this.mail.add(render);
    this.forget(render.executionId);
  }

  private tellDelay({ render }: TerminalUpdate, failure: StoreFailure): void {
    this.deps.warn(
      `\`${namedCommand(render)}\` has ended, which could not be kept and is tried again later: ${describeStoreFailure(failure)}`,
    );
  }

  private giveUp(update: TerminalUpdate, which: 'first' | 'later'): void {
    if (which === 'first') {
      const command = namedCommand(update.render);
      this.deps.warn(`The end of \`${command}\` could not be kept: too many ends wait for the disk`);
    }
    this.tell(update);
  }

  private forget(executionId: string): void {
    this.commands.delete(executionId);
    this.ends.delete(executionId);
    if (this.hasCopies && this.live().length === 0) void this.copy();
  }

  /** From now on the records say that it runs, whatever becomes of this host. */
  private async archive(command: RunningCommand): Promise<void> {
    const { transcript, ids, clock, warn } = this.deps;
    const place = { id: ids.next('record'), turn: currentTurn(transcript.records()), at: isoTime(clock) };
    const appended = await transcript.append([archiveRecord(command.render(), place)]);
    if (appended.ok) return;
    warn(
      `\`${namedCommand(command.render())}\` runs on, but that could not be kept: ${describeStoreFailure(appended.error)}`,
    );
  }

  private async copy(): Promise<void> {
    const live = this.live();
    if (live.length === 0 && !this.hasCopies) return;
    this.hasCopies = live.length > 0;
    // A copy that failed is only an older one: the next output brings a new one.
    await this.deps.transcript.keepRunning(live);
  }

  private retryWaiting(): void {
    if (!this.settlements.hasWaiting) return;
    this.settlements.retry().catch((error: unknown) => this.deps.warn(reasonOf(error)));
  }

  private async close(): Promise<void> {
    const ends = [...this.ends.values()];
    for (const command of this.commands.values()) command.leave();
    await Promise.all(ends);
    await this.settlements.retry();
    this.copies.stop();
    if (!this.settlements.hasWaiting) await this.copy();
  }
}

async function finishesWithin(
  end: Promise<void>,
  ms: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<boolean> {
  const wait = deriveAbort(signal);
  try {
    return await Promise.race([end.then(() => true), clock.delay(ms, wait.signal).then(() => false)]);
  } finally {
    wait.release();
    wait.abort('superseded');
  }
}
