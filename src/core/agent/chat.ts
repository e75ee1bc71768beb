// One open chat: it takes what the person says, runs one thing at a time, and goes on with what waits. What a turn does is
// owned by turn.ts, what waits by the input queue.

import { type AbortReason, deriveAbort, neverAborted, type DerivedAbort } from '../../base/abort.ts';
import { ok, type Result } from '../../base/result.ts';
import type { CompactionOutcome } from '../compaction/outcome.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import type { ModelChoice } from '../sessions/session-record.ts';
import type { ChatParts } from './chat-parts.ts';
import type {
  ChatSession,
  InterruptedTurn,
  ManualCompaction,
  Submitted,
  SubmitOptions,
} from './chat-session.ts';
import type { Activity, ChatEvent } from './events.ts';
import type { Listeners } from './listeners.ts';
import { runManual } from './manual-run.ts';
import { compactionWaits } from './notices.ts';
import { playTurn, type Due, type PlayedTurn } from './play-turn.ts';
import { compactionPolicies } from './policies.ts';
import { interruptedTurn, stoppedTurn } from './recovery.ts';
import type { SettledTurn } from './settled-turn.ts';
import type { TokenCounts } from './token-counts.ts';
import { WorkLine, type Work } from './work-line.ts';

interface Running {
  readonly abort: DerivedAbort;
  readonly what: 'turn' | 'compaction';
  /** Entry of the outbox a turn began with. */
  readonly prompt: string | undefined;
}

export interface ChatOptions {
  readonly parts: ChatParts;
  readonly listeners: Listeners;
  readonly activity: () => Activity;
  /** Closed with the chat. */
  readonly counts: TokenCounts;
}

export class Chat implements ChatSession {
  readonly session: ChatSession['session'];
  readonly count: ChatSession['count'];
  readonly runs: ChatSession['runs'];
  readonly executions: ChatSession['executions'];
  readonly activity: () => Activity;
  private readonly parts: ChatParts;
  private readonly listeners: Listeners;
  private readonly counts: TokenCounts;
  private readonly due: Due[] = [];
  /** How often everything was stopped: what was on its way to a turn by then begins none. */
  private halts = 0;
  /** Prompts on their way into the outbox. */
  private readonly beginning = new Set<Promise<unknown>>();
  private running: Running | undefined;
  private last: PlayedTurn | undefined;
  private readonly line: WorkLine;
  /** The last stop, until the disk has what it means for the queue. */
  private stopping: Promise<void> | undefined;
  private disposing: Promise<void> | undefined;

  constructor({ parts, listeners, activity, counts }: ChatOptions) {
    this.parts = parts;
    this.counts = counts;
    this.listeners = listeners;
    this.activity = activity;
    this.session = parts.conversation.session;
    this.count = parts.conversation.count;
    this.runs = parts.conversation.runs;
    this.executions = parts.executions;
    this.line = new WorkLine({
      next: () => this.nextWork(),
      rests: () => parts.show({ doing: 'nothing' }),
    });
  }

  interrupted(): InterruptedTurn | undefined {
    return this.isBusy ? undefined : interruptedTurn(this.parts.conversation);
  }

  listen(listener: (event: ChatEvent) => void): () => void {
    return this.listeners.add(listener);
  }

  async submit(text: string, options: SubmitOptions): Promise<Result<Submitted, StoreFailure>> {
    if (isBlank(text)) return ok({ kind: 'blank' });
    if (this.isBusy) return this.enqueue(text, options);
    const { halts } = this;
    const accepting = this.parts.inputs.accept(text);
    this.beginning.add(accepting);
    const accepted = await accepting;
    this.beginning.delete(accepting);
    // A chat that was stopped or closed meanwhile leaves it in the outbox.
    const goesOn = halts === this.halts && this.disposing === undefined;
    if (accepted.ok && goesOn) this.due.push({ kind: 'prompt', id: accepted.value.id });
    this.line.start();
    return accepted.ok ? ok({ kind: 'sent' }) : accepted;
  }

  sendUnsent(id: string): void {
    if (this.isBusy || !this.parts.inputs.outbox.some((entry) => entry.id === id)) return;
    this.due.push({ kind: 'prompt', id });
    this.line.start();
  }

  /** The prompt of a turn that has begun is no longer waiting. */
  async edit(id: string, text: string | null): Promise<Result<boolean, StoreFailure>> {
    if (this.running?.prompt === id) return ok(false);
    return this.parts.inputs.edit(id, text === null || isBlank(text) ? null : text);
  }

  pauseQueue(): Promise<Result<undefined, StoreFailure>> {
    return this.parts.inputs.pause();
  }

  async resumeQueue(): Promise<Result<undefined, StoreFailure>> {
    const done = await this.parts.inputs.resume();
    this.line.start();
    return done;
  }

  stop(): void {
    if (this.isBusy || this.line.isAtWork) this.stopping = this.parts.inputs.stops();
    this.halt('user');
  }

  retry(): void {
    this.again('retry');
  }

  goOn(): void {
    this.again('go-on');
  }

  async compact(asked: ManualCompaction): Promise<CompactionOutcome> {
    const { conversation, manual } = this.parts;
    const inCompaction = this.running?.what === 'compaction' || this.activity().doing === 'compacting';
    if (conversation.runs.inFlight || inCompaction) {
      return { outcome: 'refused', refusal: { kind: 'start', reason: 'in-progress' } };
    }
    if (this.isBusy && !manual.isWaiting)
      conversation.emit({ event: 'notice', level: 'info', text: compactionWaits });
    const outcome = manual.ask(asked);
    this.line.start();
    return outcome;
  }

  cancelCompaction(): void {
    this.parts.manual.cancel();
    this.parts.compactions.cancel();
  }

  compactionWaits(): boolean {
    return this.parts.manual.isWaiting;
  }

  cancelWaitingCompaction(): void {
    this.parts.manual.cancel();
  }

  turnAutoOnAgain(): void {
    this.runs.turnOnAgain();
  }

  chooseModel(model: ModelChoice): Promise<Result<undefined, StoreFailure>> {
    return this.session.write.update({ model }, neverAborted());
  }

  settingsChanged(): void {
    this.counts.settingsChanged();
  }

  async idle(): Promise<SettledTurn | undefined> {
    await Promise.all(this.beginning);
    await this.line.idle();
    await this.stopping;
    return this.last?.settled;
  }

  dispose(): Promise<void> {
    this.disposing ??= this.ended();
    return this.disposing;
  }

  /** Something runs or is about to: what is said now waits behind it. */
  private get isBusy(): boolean {
    return (
      this.running !== undefined ||
      this.due.length > 0 ||
      this.beginning.size > 0 ||
      this.parts.manual.isWaiting
    );
  }

  private async enqueue(
    text: string,
    { whileBusy }: SubmitOptions,
  ): Promise<Result<Submitted, StoreFailure>> {
    // Without a turn there is nothing to steer: a compaction runs by itself.
    const hasTurn = this.running?.what !== 'compaction' || this.due.length > 0;
    const as = hasTurn && whileBusy === 'steer' ? 'steering' : 'follow-up';
    const queued = await this.parts.inputs.enqueue(text, as === 'steering' ? 'steering' : 'followUps');
    this.line.start();
    return queued.ok ? ok({ kind: 'queued', as }) : queued;
  }

  private halt(reason: AbortReason): void {
    this.halts++;
    this.due.length = 0;
    this.parts.manual.cancel();
    this.running?.abort.abort(reason);
  }

  private async ended(): Promise<void> {
    this.halt('dispose');
    await this.idle();
    await this.executions.dispose();
    await this.counts.close();
    await this.session.close();
  }

  private again(how: 'retry' | 'go-on'): void {
    if (this.running?.what === 'turn' || this.due.length > 0 || this.beginning.size > 0) return;
    const { outbox } = this.parts.inputs;
    const unsent = outbox.find(({ id }) => id === this.last?.prompt) ?? outbox.at(-1);
    const turn = this.last === undefined ? stoppedTurn(this.parts.conversation.records()) : this.last.stopped;
    if (turn !== undefined) this.due.push({ kind: 'resume', how, turn });
    else if (unsent !== undefined) this.due.push({ kind: 'prompt', id: unsent.id });
    this.line.start();
  }

  /** What the person asked for comes before what waits behind it. */
  private nextWork(): Work | undefined {
    const due = this.due.shift();
    if (due !== undefined) return () => this.turn(due);
    if (this.parts.manual.isWaiting) return () => this.compactNow();
    return this.parts.inputs.isDue && this.disposing === undefined ? () => this.promote() : undefined;
  }

  private async promote(): Promise<'go-on' | 'stop'> {
    const { halts } = this;
    const promoted = await this.parts.inputs.promote();
    if (!promoted.ok) {
      this.parts.conversation.tell(promoted.error);
      return 'stop';
    }
    if (promoted.value !== undefined && halts === this.halts)
      this.due.push({ kind: 'prompt', id: promoted.value.id });
    return halts === this.halts || this.due.length > 0 ? 'go-on' : 'stop';
  }

  private turn(due: Due): Promise<'go-on'> {
    const prompt = due.kind === 'prompt' ? due.id : undefined;
    return this.alone({ what: 'turn', prompt }, async (signal) => {
      this.last = (await playTurn(due, this.parts, signal)) ?? this.last;
    });
  }

  private compactNow(): Promise<'go-on'> {
    const { parts } = this;
    const policies = compactionPolicies(this.session.session().model, parts.settings(), parts.models);
    const turn = parts.conversation.nextTurn() - 1;
    return this.alone({ what: 'compaction', prompt: undefined }, (signal) =>
      parts.manual.runWaiting((asked) =>
        runManual({ asked, policies, turn, turnCount: turn, pendingFrom: undefined }, parts, signal),
      ),
    );
  }

  /** The one thing that runs, for as long as it runs. */
  private async alone(
    running: Omit<Running, 'abort'>,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<'go-on'> {
    const abort = deriveAbort(neverAborted());
    this.running = { ...running, abort };
    this.parts.inputs.begins();
    try {
      await work(abort.signal);
    } finally {
      this.running = undefined;
    }
    return 'go-on';
  }
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
