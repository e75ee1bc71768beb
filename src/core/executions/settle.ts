// How the end of an execution becomes durable: one completion record for each, on disk before anybody is told. An end
// whose row is not there yet, or that the disk does not take, waits.

import { isoTime, type Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { completionRecord, renderOf, sameRender } from './records.ts';
import type { ExecutionRender } from './render.ts';
import { currentTurn, type ExecutionTranscript } from './transcript.ts';

/** Terminal updates that may wait at a time (behaviour 10.10). */
export const mostWaiting = 64;

export interface TerminalUpdate {
  readonly render: ExecutionRender;
  /** The model knows by the result of the call. */
  readonly told: boolean;
}

/** `conflict`: another end of this execution is on record already; it stands. */
export type Settled = 'settled' | 'replayed' | 'waiting' | 'conflict';

export interface SettlementDeps {
  readonly transcript: ExecutionTranscript;
  readonly clock: Clock;
  readonly ids: Ids;
  /** It is on disk now. */
  readonly settled: (update: TerminalUpdate) => void;
  /**
   * The disk does not take an end, which waits: of those that follow one another the first. One that the result of a call
   * was to tell is not told here, because the result is not kept either.
   */
  readonly delayed: (update: TerminalUpdate, failure: StoreFailure) => void;
  /** An end has to be given up because too many wait for the disk; `settled` never tells of it. */
  readonly dropped: (update: TerminalUpdate, which: 'first' | 'later') => void;
}

export class Settlements {
  private readonly deps: SettlementDeps;
  private readonly done = new Set<string>();
  private waiting: TerminalUpdate[] = [];
  private hasDropped = false;
  private isDelayed = false;
  private readonly turns = new SerialQueue();

  constructor(deps: SettlementDeps) {
    this.deps = deps;
  }

  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** One after the other, in the order asked. An update that waited is tried again with each that comes. */
  settle(update: TerminalUpdate): Promise<Settled> {
    return this.turns.run(async () => {
      const outcome = await this.attempt(update);
      if (outcome === 'waiting') this.keep(update);
      else await this.attemptWaiting();
      return outcome;
    });
  }

  /** Tries what waits. */
  retry(): Promise<void> {
    return this.turns.run(() => this.attemptWaiting());
  }

  private async attemptWaiting(): Promise<void> {
    const updates = this.waiting;
    this.waiting = [];
    for (const update of updates) {
      if ((await this.attempt(update)) === 'waiting') this.waiting.push(update);
    }
  }

  private async attempt(update: TerminalUpdate): Promise<Settled> {
    const { transcript, clock, ids } = this.deps;
    const { render, told } = update;
    const records = transcript.records();
    const known = completionIn(records, render.executionId);
    if (known !== undefined) return sameRender(known, render) ? 'replayed' : 'conflict';
    // Its record was left behind by a compaction.
    if (this.done.has(render.executionId)) return 'replayed';
    if (!hasRow(records, render)) return 'waiting';
    const place = { id: ids.next('record'), turn: currentTurn(records), at: isoTime(clock), told };
    const appended = await transcript.append([completionRecord(render, place)]);
    if (!appended.ok) {
      if (!told && !this.isDelayed) this.deps.delayed(update, appended.error);
      this.isDelayed ||= !told;
      return 'waiting';
    }
    this.isDelayed = false;
    this.done.add(render.executionId);
    this.deps.settled(update);
    return 'settled';
  }

  private keep(update: TerminalUpdate): void {
    const { executionId } = update.render;
    if (this.waiting.some(({ render }) => render.executionId === executionId)) return;
    this.waiting.push(update);
    if (this.waiting.length <= mostWaiting) return;
    const [oldest] = this.waiting.splice(0, 1);
    if (oldest === undefined) return;
    this.deps.dropped(oldest, this.hasDropped ? 'later' : 'first');
    this.hasDropped = true;
  }
}

function completionIn(
  records: readonly TranscriptRecord[],
  executionId: string,
): ExecutionRender | undefined {
  const record = records.findLast(
    (one) => one.kind === 'execution-completion' && one.executionId === executionId,
  );
  return record?.kind === 'execution-completion' ? renderOf(record) : undefined;
}

/** The row of the call, or the archive that stands for it. */
function hasRow(records: readonly TranscriptRecord[], { callId, executionId }: ExecutionRender): boolean {
  return records.some((record) => {
    if (record.kind === 'tool-call') return record.callId === callId;
    return record.kind === 'execution-archive' && record.executionId === executionId;
  });
}
