// The store port: durable sessions, whatever keeps them. A segment is a logical file made of an ordered list of parts:
// an append adds one part, only a rotation merges parts, so no profile ever rewrites a whole segment.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { ArtifactReader } from '../transcript/parts.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import type { Artifact } from './externalize.ts';
import type { StoreFailure } from './failures.ts';
import type { Rotation } from './rotation.ts';
import type { DamagedLine, FinalizedLine, ParsedSegment, SegmentHeader } from './segment-file.ts';
import type { SessionChange, SessionInit, SessionRecord } from './session-record.ts';

export interface SessionStore {
  /** A new session with an empty first segment, open for writing. */
  create(init: SessionInit, signal: AbortSignal): Promise<Result<SessionHandle, StoreFailure>>;
  /** A whole session at once, as an import makes it: there completely or not at all. Returns its path. */
  adopt(session: WholeSession, signal: AbortSignal): Promise<Result<string, StoreFailure>>;
  /**
   * Opens the session at `path` and repairs what a crash left half-done. `read` takes no lock, repairs nothing and
   * changes no byte.
   */
  open(
    path: string,
    access: 'read' | 'write',
    signal: AbortSignal,
  ): Promise<Result<SessionHandle, StoreFailure>>;
  /** Paths of the sessions in the store, newest first. */
  list(signal: AbortSignal): Promise<Result<readonly string[], StoreFailure>>;
}

export interface ActiveSegment {
  readonly number: number;
  readonly header: SegmentHeader;
  readonly records: readonly TranscriptRecord[];
  /** Damaged lines nobody has accepted yet: they block compaction. */
  readonly damage: readonly DamagedLine[];
  readonly bytes: number;
}

/** Something opening found and put right, or set aside. */
export interface Repair {
  readonly file: string;
  readonly what:
    | 'torn-line'
    | 'missing-line-end'
    | 'orphan-segment'
    | 'unfinished-rotation'
    | 'leftover-file'
    | 'recorded-outbox-entry';
  /** Where the bytes are kept now, when any were set aside. */
  readonly kept: string | null;
}

export interface SessionHandle {
  readonly path: string;
  readonly access: 'read' | 'write';
  /** Empty for read access, which repairs nothing. */
  readonly repairs: readonly Repair[];
  readonly artifacts: ArtifactReader;
  /** The answer a crash left unsettled, as opening found it; null where there was none. */
  readonly streamed: StreamedAnswer | null;
  /** The copies of running executions that were kept last, as opening found them; empty where none were. */
  readonly running: readonly Json[];
  session(): SessionRecord;
  /** As it is now: a later append does not change what was returned. */
  active(): ActiveSegment;
  /** Any segment, whole. Readers of a finalized one stop at its cut. */
  segment(number: number, signal: AbortSignal): Promise<Result<ParsedSegment, StoreFailure>>;
  readonly write: SessionWriter;
  /** Gives the lock back. Never fails; what was confirmed is on disk already. */
  close(): Promise<void>;
}

/** Every method resolves once the change is durable; after a failure the session is as it was before the call. */
export interface SessionWriter {
  /** One write and one sync, whatever the segment's size. Large contents go to artifacts first. */
  append(records: readonly TranscriptRecord[], signal: AbortSignal): Promise<Result<undefined, StoreFailure>>;
  /** Refused with `damaged` while damaged lines of the active segment are not accepted (design 4.2). */
  rotate(rotation: Rotation, signal: AbortSignal): Promise<Result<Rotated, StoreFailure>>;
  /** Replaces the named fields of the sidecar. */
  update(change: SessionChange, signal: AbortSignal): Promise<Result<undefined, StoreFailure>>;
  artifact(artifact: Artifact, signal: AbortSignal): Promise<Result<undefined, StoreFailure>>;
  /**
   * Keeps the answer that is being streamed, replacing what was kept before; `null` removes it. It is no record: it is
   * there only to tell after a crash what was on screen (design 4.1). Callers bound how often they call.
   */
  keepStreamed(answer: StreamedAnswer | null, signal: AbortSignal): Promise<Result<undefined, StoreFailure>>;
  /**
   * The same for what executions have printed so far, one value each; an empty list removes what was kept. After a failure
   * of either the old copy or the new one is there.
   */
  keepRunning(copies: readonly JsonObject[], signal: AbortSignal): Promise<Result<undefined, StoreFailure>>;
}

/** What had come of an answer when it was kept. */
export interface StreamedAnswer {
  readonly turn: number;
  readonly requestId: string;
  readonly text: string;
}

export interface Rotated {
  readonly from: number;
  readonly to: number;
  /**
   * A failure after the commit point: the new segment stays, this is only reported (design 6.2). When it is the commit's
   * own durability that is not known, a power cut may still bring the predecessor back; no later change is confirmed
   * before it is known.
   */
  readonly later: StoreFailure | null;
}

export interface WholeSession {
  readonly init: SessionInit;
  /** Oldest first; all but the last are finalized. */
  readonly segments: readonly WholeSegment[];
  /** Retained agents by path, such as `explorer` or `explorer/helper`. */
  readonly agents: ReadonlyMap<string, readonly TranscriptRecord[]>;
  readonly artifacts: readonly Artifact[];
}

export interface WholeSegment {
  readonly records: readonly TranscriptRecord[];
  readonly createdAt: string;
  readonly finalized: FinalizedLine | null;
}
