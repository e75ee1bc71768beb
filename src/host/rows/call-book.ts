// The tool calls of a conversation by call id: what their records say, and what is only known while they run. Each
// change gives the row as it is now.

import type { RunningCall } from '../../core/agent/events.ts';
import type { ExecutionRender } from '../../core/executions/render.ts';
import type { RecordOf } from '../../core/transcript/record.ts';
import type { ToolAsk, ToolDecision } from '../../protocol/rows.ts';
import { newerRender } from './execution-view.ts';
import type { RowStore } from './row-store.ts';
import { toolRow, type KnownCall, type LiveCall } from './tool-rows.ts';

const idle: LiveCall = { running: undefined, ask: undefined, decision: undefined };

export class CallBook {
  private readonly rows: RowStore;
  private readonly calls = new Map<string, KnownCall>();
  /** Outlives a redraw: it is not on disk. */
  private readonly live = new Map<string, LiveCall>();
  private readonly executions = new Map<string, ExecutionRender>();
  private running: readonly RunningCall[] = [];

  constructor(rows: RowStore) {
    this.rows = rows;
  }

  /** Forgets the records, not what runs. */
  clear(): void {
    this.calls.clear();
  }

  /** The rows are drawn again: forgets what has ended and has none any more. Its records bring back what is needed. */
  forgetGone(): void {
    for (const [callId, { state }] of this.executions)
      if (state === 'ended' && !this.calls.has(callId)) this.executions.delete(callId);
    for (const [callId, { running, ask }] of this.live)
      if (running === undefined && ask === undefined && !this.calls.has(callId)) this.live.delete(callId);
  }

  /** An id that was used before belongs to the newest call from now on. */
  called(call: RecordOf<'tool-call'>): void {
    this.change(call.callId, { key: call.id, call, result: undefined });
  }

  answered(result: RecordOf<'tool-result'>): void {
    const known = this.calls.get(result.callId);
    const isItsOwn = known !== undefined && known.result === undefined;
    this.keep(result.callId, { ask: undefined });
    this.change(result.callId, isItsOwn ? { result } : { key: result.id, call: undefined, result });
  }

  /** Newer data about a command; without a row of its call it is kept until there is one. */
  execution(render: ExecutionRender): void {
    const newer = newerRender(this.executions.get(render.callId), render);
    this.executions.set(render.callId, newer);
    this.refresh(render.callId);
  }

  /** All calls that run or wait now. */
  runs(running: readonly RunningCall[]): void {
    const before = this.running;
    this.running = running;
    for (const { callId } of before) {
      if (!running.some((call) => call.callId === callId)) this.keep(callId, { running: undefined });
    }
    for (const call of running) this.keep(call.callId, { running: call });
    for (const callId of new Set([...before, ...running].map((call) => call.callId))) this.refresh(callId);
  }

  asks(callId: string, ask: ToolAsk): void {
    this.keep(callId, { ask, decision: undefined });
    this.refresh(callId);
  }

  /** Undefined when nobody decided: the question is gone. */
  decided(callId: string, decision: ToolDecision | undefined): void {
    this.keep(callId, { ask: undefined, decision });
    this.refresh(callId);
  }

  /** Whether there is a row of the call. */
  has(callId: string): boolean {
    return this.calls.has(callId);
  }

  /** Whether the call has a row and no result yet. */
  isAwaited(callId: string): boolean {
    const known = this.calls.get(callId);
    return known !== undefined && known.result === undefined;
  }

  withKey(key: string): KnownCall | undefined {
    for (const known of this.calls.values()) if (known.key === key) return known;
    return undefined;
  }

  private keep(callId: string, change: Partial<LiveCall>): void {
    this.live.set(callId, { ...(this.live.get(callId) ?? idle), ...change });
  }

  private change(callId: string, change: Partial<Pick<KnownCall, 'key' | 'call' | 'result'>>): void {
    const known = this.calls.get(callId);
    const key = change.key ?? known?.key ?? callId;
    this.calls.set(callId, {
      callId,
      call: known?.call,
      result: known?.result,
      execution: undefined,
      live: idle,
      ...change,
      key,
    });
    this.refresh(callId);
  }

  private refresh(callId: string): void {
    const known = this.calls.get(callId);
    if (known === undefined) return;
    const now: KnownCall = {
      ...known,
      execution: this.executions.get(callId),
      live: this.live.get(callId) ?? idle,
    };
    this.calls.set(callId, now);
    this.rows.put(toolRow(now));
  }
}
