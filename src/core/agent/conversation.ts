// The open session a chat works on. Every record of the chat goes in through here, so that what is on disk, what is
// counted and what is shown stay the same. What the records say is owned by those who make them.

import { neverAborted } from '../../base/abort.ts';
import { isoTime, type Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import type { Result } from '../../base/result.ts';
import { RunState } from '../compaction/run-state.ts';
import { lastTurnOf } from '../compaction/selection.ts';
import { describeStoreFailure, type StoreFailure } from '../sessions/failures.ts';
import type { SessionHandle } from '../sessions/store.ts';
import { RunningCount } from '../tokens/running-count.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { isVisible } from '../transcript/visibility.ts';
import type { Emit } from './events.ts';

export interface ConversationOptions {
  readonly session: SessionHandle;
  /** Tokens of one image, as the count is to take it. */
  readonly imageTokens: number;
  readonly emit: Emit;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** UTF-16 units; ids with a thought of the provider inside are this long at most. */
const longestCallId = 16 * 1024;

export class Conversation {
  readonly session: SessionHandle;
  readonly count: RunningCount;
  readonly runs = new RunState();
  readonly emit: Emit;
  private readonly clock: Clock;
  private readonly ids: Ids;
  private readonly usedCallIds = new Set<string>();
  private readonly touches = new Map<string, RecordOf<'file-touch'>>();

  constructor(options: ConversationOptions) {
    this.session = options.session;
    this.emit = options.emit;
    this.clock = options.clock;
    this.ids = options.ids;
    const { records } = this.session.active();
    this.count = new RunningCount(records, options.imageTokens);
    for (const record of records) this.know(record);
  }

  records(): readonly TranscriptRecord[] {
    return this.session.active().records;
  }

  /** The number the next turn gets: one that never opened leaves its number free. */
  nextTurn(): number {
    return lastTurnOf(this.records().filter(isVisible)) + 1;
  }

  /** What every new record has: an id of its own unless it has one already, its turn, the time. */
  stamp(turn: number, id = this.ids.next('record')): { id: string; turn: number; at: string } {
    return { id, turn, at: isoTime(this.clock) };
  }

  /**
   * An id no call of the segment has, nor one its executions speak of: the given one, unless it is blank, taken, or
   * nothing a provider would call an id.
   */
  callId(given: string): string {
    const isId = given.trim() !== '' && given.length <= longestCallId && given.isWellFormed();
    let id = isId ? given : this.ids.next('call');
    while (this.usedCallIds.has(id)) id = this.ids.next('call');
    this.usedCallIds.add(id);
    return id;
  }

  /** The newest touch of each file, oldest first: those of earlier segments too. */
  touched(): readonly RecordOf<'file-touch'>[] {
    return [...this.touches.values()];
  }

  /**
   * Appends and tells. An append is never given up half-way: what a turn did must be kept also when it was stopped. The
   * event carries the records as they are stored, large texts as artifacts.
   */
  async append(records: readonly TranscriptRecord[]): Promise<Result<undefined, StoreFailure>> {
    if (records.length === 0) return { ok: true, value: undefined };
    const appended = await this.session.write.append(records, neverAborted());
    if (!appended.ok) return appended;
    const stored = this.storedForms(records);
    for (const record of stored) this.know(record);
    if (stored.some((record) => record.kind === 'superseded')) this.count.restart(this.records());
    else for (const record of stored) this.count.append(record);
    this.emit({ event: 'records', records: stored });
    return appended;
  }

  /** Tells the person of a change that could not be kept and that ends nothing. */
  tell(failure: StoreFailure): void {
    this.emit({ event: 'notice', level: 'error', text: describeStoreFailure(failure) });
  }

  /** The active segment is another one: counted anew, shown anew. */
  rotated(): void {
    const { number, records } = this.session.active();
    this.count.restart(records);
    for (const record of records) this.know(record);
    this.emit({ event: 'segment', number });
  }

  private know(record: TranscriptRecord): void {
    if ('callId' in record) this.usedCallIds.add(record.callId);
    if (record.kind !== 'file-touch') return;
    this.touches.delete(record.path);
    this.touches.set(record.path, record);
  }

  /** Others may have appended meanwhile: looked for from the end. */
  private storedForms(given: readonly TranscriptRecord[]): readonly TranscriptRecord[] {
    const records = this.records();
    const stored: TranscriptRecord[] = [];
    for (let place = records.length - 1, next = given.length - 1; place >= 0 && next >= 0; place--) {
      const record = records[place];
      if (record?.id !== given[next]?.id || record === undefined) continue;
      stored.push(record);
      next--;
    }
    return stored.reverse();
  }
}
