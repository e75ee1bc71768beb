// What managed executions need of the session they belong to.

import { neverAborted } from '../../base/abort.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import type { SessionHandle } from '../sessions/store.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import type { ExecutionRender } from './render.ts';

export interface ExecutionTranscript {
  /** The records of the active segment as they are now. */
  records(): readonly TranscriptRecord[];
  /** Resolves once they are on disk. Never given up half-way: what ended has ended. */
  append(records: readonly TranscriptRecord[]): Promise<Result<undefined, StoreFailure>>;
  /** Replaces the copies of what runs; none removes them. */
  keepRunning(renders: readonly ExecutionRender[]): Promise<Result<undefined, StoreFailure>>;
  /** The copies an earlier host has left. */
  readonly left: readonly Json[];
}

export function executionTranscript(session: SessionHandle): ExecutionTranscript {
  return {
    records: () => session.active().records,
    append: (records) => session.write.append(records, neverAborted()),
    keepRunning: (renders) =>
      session.write.keepRunning(
        renders.map((render) => JSON.parse(JSON.stringify(render)) as JsonObject),
        neverAborted(),
      ),
    left: session.running,
  };
}

/** The turn a hidden record belongs to that is appended now. 0 in an empty segment. */
export function currentTurn(records: readonly TranscriptRecord[]): number {
  return records.findLast((record) => record.kind !== 'unknown')?.turn ?? 0;
}
