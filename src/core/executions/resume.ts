// What records say of executions, read newest to oldest: what a host that opens a session finds lost or untold, and how an
// earlier segment shows what was running when it was finalized.

import type { Json } from '../../base/json.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { isExecutionRecord, renderOf, toldIn } from './records.ts';
import { executionRenderSchema, isLive, type ExecutionRender } from './render.ts';

export interface ResumedExecutions {
  /** Ran when the host went away, oldest first; each as it is to be told from now on. */
  readonly lost: readonly ExecutionRender[];
  /** Ended on record, and the model has not heard of it. */
  readonly untold: readonly ExecutionRender[];
}

/**
 * Of each execution the newest record counts: a completion says how it ended, and an archive without one means that
 * nobody saw the end (behaviour 10.11). `left` are copies of what ran: one says more of an archived execution, or stands
 * for one that had not been archived, if the call it names is there. A record or copy that contradicts itself, or names
 * no call, is ignored (behaviour 10.12).
 */
export function resumeExecutions(
  records: readonly TranscriptRecord[],
  left: readonly Json[],
): ResumedExecutions {
  const copies = copiesOf(left);
  const isTold = toldIn(records);
  const seen = new Set<string>();
  const lost: ExecutionRender[] = [];
  const untold: ExecutionRender[] = [];
  for (const record of records.toReversed()) {
    if (!isExecutionRecord(record) || seen.has(record.executionId)) continue;
    const render = renderOf(record);
    if (render === undefined) continue;
    seen.add(render.executionId);
    if (record.kind === 'execution-archive') {
      lost.push(asLost(newer(render, copies.get(render.executionId))));
    } else if (!isTold(record)) {
      untold.push(render);
    }
  }
  const calls = new Set(records.flatMap((record) => (record.kind === 'tool-call' ? [record.callId] : [])));
  const unarchived = [...copies.values()].filter(
    ({ executionId, callId }) => !seen.has(executionId) && calls.has(callId),
  );
  return { lost: [...lost.toReversed(), ...unarchived.map(asLost)], untold: untold.toReversed() };
}

/**
 * The newest render of each execution, by its call. In a finalized segment what was still running is `archived`: a later
 * segment tells how it ended, and the two must not contradict each other.
 */
export function rendersIn(
  records: readonly TranscriptRecord[],
  segment: 'active' | 'finalized',
): ReadonlyMap<string, ExecutionRender> {
  const seen = new Set<string>();
  const renders = new Map<string, ExecutionRender>();
  for (const record of records.toReversed()) {
    if (!isExecutionRecord(record) || seen.has(record.executionId)) continue;
    const render = renderOf(record);
    if (render === undefined) continue;
    seen.add(render.executionId);
    if (renders.has(render.callId)) continue;
    renders.set(render.callId, segment === 'finalized' && isLive(render) ? asArchived(render) : render);
  }
  return renders;
}

function copiesOf(left: readonly Json[]): ReadonlyMap<string, ExecutionRender> {
  const copies = new Map<string, ExecutionRender>();
  for (const value of left) {
    const parsed = executionRenderSchema.safeParse(value);
    if (parsed.success) copies.set(parsed.data.executionId, parsed.data);
  }
  return copies;
}

function newer(render: ExecutionRender, copy: ExecutionRender | undefined): ExecutionRender {
  if (copy === undefined || copy.callId !== render.callId) return render;
  return copy.output.characters >= render.output.characters ? copy : render;
}

/** When it ended nobody knows. */
function asLost(render: ExecutionRender): ExecutionRender {
  return { ...render, state: 'ended', end: 'lost', outcome: 'failure' };
}

function asArchived(render: ExecutionRender): ExecutionRender {
  return { ...render, state: 'ended', end: 'archived' };
}
