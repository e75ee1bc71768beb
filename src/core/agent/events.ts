// What happens in a chat, one event at a time: the command line prints them, the panel draws from them, tests tell them.
// An event about a record comes after the record is on disk.

import type { CompactionOutcome } from '../compaction/outcome.ts';
import type { CompactionPhase } from '../compaction/phases.ts';
import type { GateDecision } from '../compaction/admission.ts';
import type { ExecutionRender } from '../executions/render.ts';
import type { TokenUsage } from '../provider/events.ts';
import type { SessionRecord } from '../sessions/session-record.ts';
import type { EstimateSource } from '../tokens/estimate.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import type { SettledTurn } from './settled-turn.ts';

/** What the chat is doing now; the progress row shows it. */
export type Activity =
  | { readonly doing: 'nothing' }
  | { readonly doing: 'thinking' }
  /** A transient failure of the provider: asked again after `seconds`. */
  | {
      readonly doing: 'retrying';
      readonly attempt: number;
      readonly seconds: number;
      readonly reason: string;
    }
  /** What the person said waits, and its delivery is paused: nothing is sent before they go on (behaviour 3.13). */
  | { readonly doing: 'held' }
  | { readonly doing: 'tools'; readonly calls: readonly RunningCall[] }
  | { readonly doing: 'compacting'; readonly trigger: 'manual' | 'auto'; readonly phase: CompactionPhase };

export interface RunningCall {
  readonly callId: string;
  readonly name: string;
  readonly label: string;
  /** `waiting`: for the person. */
  readonly state: 'waiting' | 'running';
}

export type Queue = SessionRecord['queue'];

export type ChatEvent =
  /** Records that are on disk now, in their order. */
  | { readonly event: 'records'; readonly records: readonly TranscriptRecord[] }
  /** A piece of the answer that is coming; what was streamed before an `answer-dropped` was not kept. */
  | { readonly event: 'text'; readonly requestId: string; readonly text: string }
  | { readonly event: 'reasoning'; readonly requestId: string; readonly text: string }
  | { readonly event: 'answer-dropped'; readonly requestId: string }
  | { readonly event: 'activity'; readonly activity: Activity }
  | { readonly event: 'usage'; readonly requestId: string; readonly usage: TokenUsage }
  /** What the records count is another figure, without a new record. */
  | { readonly event: 'counted' }
  | {
      readonly event: 'gate';
      readonly where: 'pre-send' | 'continuation';
      readonly estimate: number;
      readonly source: EstimateSource;
      readonly thresholds: { readonly target: number; readonly summary: number };
      readonly decision: GateDecision['decision'];
    }
  | { readonly event: 'compacted'; readonly trigger: 'manual' | 'auto'; readonly outcome: CompactionOutcome }
  /** The active segment is another one: everything shown from records is drawn anew. */
  | { readonly event: 'segment'; readonly number: number }
  | { readonly event: 'execution'; readonly render: ExecutionRender }
  | { readonly event: 'queue'; readonly queue: Queue; readonly outbox: SessionRecord['outbox'] }
  /** Beginning and end of a compaction with all its names and figures: for a log, a terminal or a passing message. */
  | { readonly event: 'log'; readonly text: string }
  | { readonly event: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly text: string }
  | { readonly event: 'settled'; readonly turn: number; readonly settled: SettledTurn };

export type Emit = (event: ChatEvent) => void;
