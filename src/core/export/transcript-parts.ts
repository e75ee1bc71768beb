// Where a conversation is read from: its files one after the other, oldest first, so that one of them is in memory at a
// time. Which files there are is told by whoever opened the session.

import { ok, type Result } from '../../base/result.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import { segmentName } from '../sessions/names.ts';
import type { SessionRecord } from '../sessions/session-record.ts';
import type { SessionHandle } from '../sessions/store.ts';
import type { ArtifactReader } from '../transcript/parts.ts';
import type { TranscriptRecord } from '../transcript/record.ts';

/** One file of a transcript: a segment, an agent's transcript or one of its archives. */
export interface TranscriptPart {
  /** Its name below the session folder, with `/` between steps. */
  readonly file: string;
  /** Of its segment, counted from 1; absent where a part's place among the others says it. */
  readonly number?: number;
  read(signal: AbortSignal): Promise<Result<PartContent, StoreFailure>>;
}

/** What could be read of a file. */
export interface PartContent {
  /** All that can be read, beyond a cut too: what moved stands there in full. */
  readonly records: readonly TranscriptRecord[];
  /** Numbers of the lines that cannot be read, counted from 1. */
  readonly damagedLines: readonly number[];
}

/** A retained agent. */
export interface AgentTranscript {
  /** Its canonical path, such as `explorer/helper`. */
  readonly path: string;
  /** Archives first, then what the agent goes on with. */
  readonly parts: readonly TranscriptPart[];
}

/** A whole session, as an export reads it. */
export interface ExportSource {
  readonly session: SessionRecord;
  /** The root conversation; the place of a part is the number of its segment, counted from 1. */
  readonly root: readonly TranscriptPart[];
  readonly agents: readonly AgentTranscript[];
  readonly artifacts: ArtifactReader;
}

/** The segments of an open session, the active one as the session sees it. */
export function rootParts(session: SessionHandle): readonly TranscriptPart[] {
  const active = session.active().number;
  return Array.from({ length: active }, (_, index) => {
    const number = index + 1;
    const read: TranscriptPart['read'] = async (signal) => {
      if (number === active) {
        const { records, damage } = session.active();
        return ok({ records, damagedLines: damage.map(({ line }) => line) });
      }
      const parsed = await session.segment(number, signal);
      if (!parsed.ok) return parsed;
      const { records, damage } = parsed.value;
      return ok({ records, damagedLines: damage.map(({ line }) => line) });
    };
    return { file: segmentName(number), number, read };
  });
}
