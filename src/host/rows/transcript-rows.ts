// The transcript on screen: records and events in, rows and their changes out. It decides nothing; what it shows of
// records is what anybody would get from the same records.

import { assertNever } from '../../base/fail.ts';
import type { RunningCall } from '../../core/agent/events.ts';
import type { InterruptedTurn } from '../../core/agent/chat-session.ts';
import type { SettledTurn } from '../../core/agent/settled-turn.ts';
import type { AppliedCompaction } from '../../core/compaction/outcome.ts';
import { renderOf } from '../../core/executions/records.ts';
import type { ExecutionRender } from '../../core/executions/render.ts';
import type { OutboxEntry } from '../../core/sessions/session-record.ts';
import type { ActiveSegment } from '../../core/sessions/store.ts';
import type { TranscriptRecord } from '../../core/transcript/record.ts';
import { withoutSuperseded } from '../../core/transcript/visibility.ts';
import type { RowOf, ToolAsk, ToolDecision } from '../../protocol/rows.ts';
import { CallBook } from './call-book.ts';
import { answerRow, noticeRow, separatorRow, unsentRow, userRow } from './record-rows.ts';
import { RowStore } from './row-store.ts';
import { StreamedRows } from './streamed-rows.ts';
import { endedOutcome, endedRow, endReason } from './turn-end.ts';

export type ShownSegment = Pick<ActiveSegment, 'number' | 'header' | 'records'>;

export interface TranscriptSource {
  /** The segment as it is now. */
  readonly segment: () => ShownSegment;
  /** The fixed first sentence of a stored summary. */
  readonly handOver: string;
  /** A turn the last process did not end. */
  readonly interrupted: InterruptedTurn | undefined;
}

export class TranscriptRows {
  readonly rows = new RowStore();
  readonly calls = new CallBook(this.rows);
  private readonly streamed = new StreamedRows(this.rows);
  private readonly source: TranscriptSource;
  /** Keys that records took over from what was streamed; they outlive a redraw. */
  private readonly keys = new Map<string, string>();
  private readonly shown = new Map<string, TranscriptRecord>();
  private readonly applied = new Map<number, AppliedCompaction>();
  private outbox: readonly OutboxEntry[] = [];
  private cancelledText = '';
  private notices = 0;

  constructor(source: TranscriptSource) {
    this.source = source;
    this.draw();
  }

  /** Draws everything anew from the records: the segment is another one. */
  redraw(): void {
    this.streamed.restore(() => this.draw());
  }

  add(records: readonly TranscriptRecord[]): void {
    if (records.some(({ kind }) => kind === 'superseded')) {
      this.redraw();
      return;
    }
    for (const [id, key] of this.streamed.settle(records)) this.keys.set(id, key);
    for (const record of records) this.show(record);
  }

  stream(kind: 'assistant' | 'reasoning', requestId: string, text: string): void {
    this.withdrawActions();
    this.streamed.add(kind, requestId, text);
  }

  dropStreamed(): void {
    this.streamed.drop();
  }

  running(calls: readonly RunningCall[]): void {
    this.calls.runs(calls);
  }

  execution(render: ExecutionRender): void {
    this.calls.execution(render);
  }

  ask(callId: string, ask: ToolAsk): void {
    this.calls.asks(callId, ask);
  }

  decided(callId: string, decision: ToolDecision | undefined): void {
    this.calls.decided(callId, decision);
  }

  /** Prompts that are on disk and in no request yet; one that became a record keeps its row. */
  unsent(outbox: readonly OutboxEntry[]): void {
    for (const { id } of this.outbox) {
      if (!outbox.some((entry) => entry.id === id) && !this.shown.has(id)) this.rows.remove(id);
    }
    this.outbox = outbox;
    for (const entry of outbox) {
      if (this.shown.has(entry.id)) continue;
      if (this.rows.get(entry.id) === undefined) this.withdrawActions();
      this.rows.put(unsentRow(entry));
    }
  }

  /** Something to be told that is no record. The same words twice in a row are told once. */
  notice(level: RowOf<'notice'>['level'], text: string): void {
    const { last } = this.rows;
    if (last?.kind === 'notice' && last.text === text) return;
    this.rows.put(noticeRow({ key: `notice ${++this.notices}`, level, text }));
  }

  compacted(applied: AppliedCompaction): void {
    this.applied.set(applied.segment.to, applied);
    const [first] = this.shown.values();
    if (first?.kind === 'summary') this.separate(first);
  }

  /** A turn ended: what its records do not say is added to the row that tells so. */
  settled(turn: number, settled: SettledTurn): void {
    const streamed = this.streamed.drop() || this.cancelledText;
    this.cancelledText = '';
    if (settled.outcome === 'success') return;
    const last = [...this.shown.values()].at(-1);
    const isRecorded = last?.kind === 'fork-point' && last.turn === turn;
    const key = isRecorded ? last.id : `ended ${turn}`;
    // A prompt that was not sent may be tried again, and end in the same way.
    if (!isRecorded) this.rows.remove(key);
    const { outcome } = settled;
    this.rows.put(endedRow({ key, outcome, reason: endReason(settled), settled, streamed }));
  }

  /** The record a row stands for; for a tool call see `calls`. */
  recordOf(key: string): TranscriptRecord | undefined {
    for (const record of this.shown.values()) if (this.keyOf(record) === key) return record;
    return undefined;
  }

  private draw(): void {
    this.rows.clear();
    this.calls.clear();
    this.shown.clear();
    for (const record of withoutSuperseded(this.source.segment().records)) this.show(record);
    this.calls.forgetGone();
    const { outbox } = this;
    this.outbox = [];
    this.unsent(outbox);
  }

  private show(record: TranscriptRecord): void {
    const isFirst = this.shown.size === 0;
    this.shown.set(record.id, record);
    switch (record.kind) {
      case 'summary':
        if (isFirst) this.separate(record);
        return;
      case 'user':
        this.withdrawActions();
        this.rows.put(userRow(record));
        return;
      case 'assistant':
      case 'reasoning': {
        this.withdrawActions();
        const row = answerRow(record, this.keyOf(record));
        if (row !== undefined) this.rows.put(row);
        return;
      }
      case 'tool-call':
        this.withdrawActions();
        this.calls.called(record);
        return;
      case 'tool-result':
        this.calls.answered(record);
        return;
      case 'execution-archive':
      case 'execution-completion': {
        const render = renderOf(record);
        if (render !== undefined) this.calls.execution(render);
        return;
      }
      case 'notice': {
        const { last } = this.rows;
        if (last?.kind === 'notice' && last.text === record.text) this.rows.remove(last.key);
        this.rows.put(noticeRow({ key: record.id, level: record.level, text: record.text }));
        return;
      }
      case 'fork-point':
        this.end(record);
        return;
      case 'task':
      case 'reminder':
      case 'agent-message':
      case 'directive-start':
      case 'directive-end':
      case 'hook-audit':
      case 'file-touch':
      case 'usage':
      case 'superseded':
      case 'foreign':
      case 'unknown':
        return;
      default:
        assertNever(record);
    }
  }

  private separate(summary: Extract<TranscriptRecord, { kind: 'summary' }>): void {
    const { number, header } = this.source.segment();
    const { tailTurns, tailTruncated } = header;
    const { handOver } = this.source;
    const applied = this.applied.get(number);
    this.rows.put(separatorRow(summary, { segment: number, tailTurns, tailTruncated, handOver, applied }));
  }

  private end(record: Extract<TranscriptRecord, { kind: 'fork-point' }>): void {
    this.cancelledText = this.streamed.drop();
    const outcome = endedOutcome(record.outcome);
    if (outcome === undefined) return;
    const reason = this.takeReason(record.turn);
    this.withdrawActions();
    const { interrupted } = this.source;
    const isInterrupted = outcome === 'interrupted' && interrupted?.turn === record.turn;
    const streamed = isInterrupted ? interrupted.streamed : this.cancelledText;
    this.rows.put(endedRow({ key: record.id, outcome, reason, settled: undefined, streamed }));
  }

  /** The record right before a fork point may say why its turn ended: told by the row of the end, and once. */
  private takeReason(turn: number): string {
    const [before] = [...this.shown.values()].slice(-2, -1);
    const { last } = this.rows;
    if (before?.kind !== 'notice' || before.turn !== turn || last?.key !== before.id) return '';
    this.rows.remove(last.key);
    return before.text;
  }

  /** What a person could do about the end of a turn is over once something follows. */
  private withdrawActions(): void {
    const { last } = this.rows;
    if (last?.kind === 'ended' && last.actions.length > 0) this.rows.put({ ...last, actions: [] });
  }

  private keyOf(record: TranscriptRecord): string {
    return this.keys.get(record.id) ?? record.id;
  }
}
