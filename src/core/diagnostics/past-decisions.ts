// What was decided before, read back from telemetry: gates that compared an estimate with the thresholds, and runs with
// how they ended. Newest last. Lines that are no events are passed over.

import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import type { EstimateSource } from '../tokens/estimate.ts';
import { telemetryEventSchema, type TelemetryEvent } from '../telemetry/events.ts';

export interface PastGate {
  readonly kind: 'gate';
  readonly at: string;
  readonly gate: 'pre-send' | 'continuation' | 'diagnosis';
  readonly estimate: number;
  readonly source: EstimateSource;
  readonly threshold: number;
  /** Window behind the threshold, when its provider told it. */
  readonly reportedWindow?: number;
  readonly decision: 'send' | 'send-uncompacted' | 'compact' | 'block';
  readonly reason: string | null;
}

export interface PastRun {
  readonly kind: 'run';
  readonly at: string;
  readonly trigger: 'manual' | 'auto';
  readonly estimate: number;
  readonly source: EstimateSource;
  readonly threshold: number;
  /** Window behind the threshold, when its provider told it. */
  readonly reportedWindow?: number;
  readonly model: string;
  /** Null when the run never ended: the process did before it. */
  readonly outcome: 'applied' | 'skipped' | 'blocked' | 'failed' | 'cancelled' | null;
  readonly reason: string | null;
  /** Transcript tokens after it, when it was applied. */
  readonly after: number | null;
}

export type PastDecision = PastGate | PastRun;

const envelope = z.object({ at: z.string() });
const envelopeFields = ['version', 'at', 'elapsedMs', 'sequence', 'session', 'turn'];

/** The newest `most` decisions among some telemetry lines. */
export function pastDecisions(lines: readonly string[], most: number): readonly PastDecision[] {
  const decisions: PastDecision[] = [];
  const runs = new Map<string, number>();
  for (const line of lines) {
    const read = readLine(line);
    if (read === undefined) continue;
    const { at, event } = read;
    if (event.event === 'compaction-threshold-evaluated') decisions.push(gateOf(at, event));
    else if (event.event === 'compaction-started') {
      runs.set(event.run, decisions.length);
      decisions.push(runOf(at, event));
    } else if (event.event === 'compaction-finished') endRun(decisions, runs.get(event.run), event);
  }
  return decisions.slice(-most);
}

function readLine(line: string): { readonly at: string; readonly event: TelemetryEvent } | undefined {
  const value = parseJson(line);
  const stamped = envelope.safeParse(value);
  if (!stamped.success) return undefined;
  const fields = Object.entries(value as object).filter(([key]) => !envelopeFields.includes(key));
  const event = telemetryEventSchema.safeParse(Object.fromEntries(fields));
  return event.success ? { at: stamped.data.at, event: event.data } : undefined;
}

type Event<Name extends TelemetryEvent['event']> = Extract<TelemetryEvent, { event: Name }>;

function gateOf(at: string, event: Event<'compaction-threshold-evaluated'>): PastGate {
  const { gate, estimate, estimateSource: source, winningThreshold: threshold, decision } = event;
  const reason = event.ineligibleReason;
  return { kind: 'gate', at, gate, estimate, source, threshold, ...windowOf(event), decision, reason };
}

function runOf(at: string, event: Event<'compaction-started'>): PastRun {
  const {
    trigger,
    tokensBefore: estimate,
    chosenSource: source,
    winningThreshold: threshold,
    summary,
  } = event;
  const open = { outcome: null, reason: null, after: null };
  const { model } = summary;
  return { kind: 'run', at, trigger, estimate, source, threshold, ...windowOf(event), model, ...open };
}

function windowOf({
  target,
  summary,
}: Pick<Event<'compaction-started'>, 'target' | 'summary'>): Pick<PastGate, 'reportedWindow'> {
  const { reported, window } = target.threshold <= summary.threshold ? target : summary;
  return reported === true ? { reportedWindow: window } : {};
}

function endRun(
  decisions: PastDecision[],
  place: number | undefined,
  event: Event<'compaction-finished'>,
): void {
  const run = place === undefined ? undefined : decisions[place];
  if (place === undefined || run?.kind !== 'run') return;
  decisions[place] = { ...run, outcome: event.outcome, reason: event.errorClass, after: event.tokensAfter };
}
