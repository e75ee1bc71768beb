// What a compaction must carry on for executions whose rows it removes: an archive for each that still runs, the
// completion of each that ended. What to carry follows from the rows that go, never from a list kept beside them.

import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import type { ExecutionRender } from './render.ts';
import {
  archiveRecord,
  completionRecord,
  isExecutionRecord,
  renderOf,
  toldIn,
  type ExecutionRecord,
  type IsTold,
} from './records.ts';

/** What a compaction takes out of sight, and what moves on beside it. */
export interface Removal {
  /** Records that stay behind in the predecessor, in their order. */
  readonly removed: readonly TranscriptRecord[];
  /** Records that move on to the successor. */
  readonly kept: readonly TranscriptRecord[];
}

/** Executions that run now. */
export interface LiveExecutions {
  live(): readonly ExecutionRender[];
}

export interface ArchivePlace {
  /** A fresh record id each time. */
  readonly id: () => string;
  readonly at: string;
}

/** For a conversation that runs no commands of its own. */
export const nothingLive: LiveExecutions = { live: () => [] };

/**
 * The records that must stand in the successor, archives first, each execution once (seed, Segment integration;
 * behaviours 10.1 to 10.5). Executions are found from the tool rows and the archives among the removed records. What is
 * live is told by a new record, whatever was archived of it; what is not is looked up in the removed records, which are
 * gone through at most once, on the first miss. Nothing is remembered from one preparation to the next. An execution with
 * a record that moves on anyway is left out, and a completion the model knows leaves its output behind.
 */
export function prepareArchives(
  removal: Removal,
  executions: LiveExecutions,
  place: ArchivePlace,
): readonly TranscriptRecord[] {
  const { removed, kept } = removal;
  const live = executions.live();
  const liveByCall = new Map(live.map((render) => [render.callId, render]));
  const liveById = new Map(live.map((render) => [render.executionId, render]));
  const done = new Set(kept.filter(isExecutionRecord).map(({ executionId }) => executionId));
  const archives: TranscriptRecord[] = [];
  const completions: TranscriptRecord[] = [];
  let index: Retained | undefined;
  const retained = (): Retained => (index ??= retainedIn(removed));
  let told: IsTold | undefined;
  const isTold: IsTold = (completion) => (told ??= toldIn([...removed, ...kept]))(completion);

  const archiveLive = (render: ExecutionRender, turn: number): void => {
    if (done.has(render.executionId)) return;
    done.add(render.executionId);
    archives.push(archiveRecord(render, { id: place.id(), turn, at: place.at }));
  };
  const carryRetained = (executionId: string): void => {
    const record = done.has(executionId) ? undefined : retained().newest.get(executionId);
    if (record === undefined) return;
    done.add(executionId);
    if (record.kind === 'execution-archive') archives.push(record);
    else completions.push(carriedCompletion(record, isTold(record) ? 'told' : 'untold'));
  };

  for (const record of removed) {
    if (record.kind === 'tool-call' || record.kind === 'tool-result') {
      const render = liveByCall.get(record.callId);
      if (render !== undefined) archiveLive(render, record.turn);
      else for (const id of retained().byCall.get(record.callId) ?? []) carryRetained(id);
    } else if (record.kind === 'execution-archive') {
      const render = liveById.get(record.executionId);
      if (render !== undefined) archiveLive(render, record.turn);
      else carryRetained(record.executionId);
    } else if (record.kind === 'execution-completion' && record.told !== true) {
      // Nobody has told the model yet, and a host that is opened anew looks for that here.
      if (!isTold(record)) carryRetained(record.executionId);
    }
  }
  return [...archives, ...completions];
}

/** What the model knows already it will not ask for: the output stays behind, in the predecessor's record. */
function carriedCompletion(
  record: RecordOf<'execution-completion'>,
  known: 'told' | 'untold',
): TranscriptRecord {
  const { told: _, ...rest } = record;
  if (known === 'untold') return rest;
  const render = renderOf(record);
  const place = { id: record.id, turn: record.turn, at: record.at, told: true };
  return render === undefined ? record : completionRecord(withoutOutput(render), place);
}

function withoutOutput(render: ExecutionRender): ExecutionRender {
  const { characters } = render.output;
  return { ...render, output: { head: '', tail: '', characters, omitted: characters } };
}

interface Retained {
  /** Of each execution its completion, or else its newest archive. */
  readonly newest: ReadonlyMap<string, ExecutionRecord>;
  readonly byCall: ReadonlyMap<string, ReadonlySet<string>>;
}

function retainedIn(records: readonly TranscriptRecord[]): Retained {
  const newest = new Map<string, ExecutionRecord>();
  const byCall = new Map<string, Set<string>>();
  for (const record of records) {
    if (!isExecutionRecord(record)) continue;
    const { callId, executionId } = record;
    if (newest.get(executionId)?.kind !== 'execution-completion') newest.set(executionId, record);
    byCall.set(callId, (byCall.get(callId) ?? new Set()).add(executionId));
  }
  return { newest, byCall };
}
