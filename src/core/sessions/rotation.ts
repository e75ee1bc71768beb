// What a rotation takes, and the successor segment it makes. Pure: the store decides how the bytes become durable.

import { invariant } from '../../base/fail.ts';
import type { Sha256 } from '../../base/sha256.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { externalizeAll, externalizeContent, type Artifact } from './externalize.ts';
import { segmentFormat, type FinalizedLine, type SegmentHeader } from './segment-file.ts';

/**
 * Everything a rotation needs, for both profiles and for a summary a native agent wrote. The successor is header,
 * summary, audits, tail, carried records, batch, in this order; the predecessor keeps every byte it has.
 */
export interface Rotation {
  readonly summary: RecordOf<'summary'>;
  /** Hidden records that stay beside the summary. */
  readonly audits: readonly RecordOf<'hook-audit'>[];
  /** The newest turns as they are to stand in the successor: already capped, or raw. */
  readonly tail: readonly TranscriptRecord[];
  /**
   * Hidden records that must live on, such as execution archives: those of the body, and new ones that say more than what
   * the body holds.
   */
  readonly carried: readonly TranscriptRecord[];
  /** The pending tool batch; it stays in the predecessor too, beyond the cut. */
  readonly batch: readonly TranscriptRecord[];
  /** Id of the first record of tail or batch in the predecessor; null when nothing moves. */
  readonly cut: string | null;
  readonly tailTurns: number;
  readonly tailTruncated: boolean;
  /**
   * How many records of the segment the caller knew. Later ones move on behind the batch: what was confirmed is never
   * left beyond a cut. Undefined when the caller knows that there are none.
   */
  readonly known?: number | undefined;
  /** Told of each stage as it is reached, for telemetry (behaviour 16.7). */
  readonly onStage?: ((stage: RotationStage) => void) | undefined;
  /** Instruction files as delivered; saved after the commit, where a failure is only reported (design 6.2). */
  readonly instructions: readonly Artifact[];
}

export type RotationStage = 'old-save-start' | 'old-saved' | 'new-publish-start' | 'new-published';

export interface Successor {
  readonly header: SegmentHeader;
  readonly records: readonly TranscriptRecord[];
}

export interface SuccessorPlace {
  readonly session: string;
  /** Number of the predecessor. */
  readonly from: number;
  readonly at: string;
  /** Whether the predecessor has a record of this id. */
  readonly has: (id: string) => boolean;
}

/**
 * The successor of a rotation. Copied records keep their id and say which segment they came from; a carried record the
 * predecessor does not have is new, and comes from none.
 */
export function buildSuccessor(rotation: Rotation, place: SuccessorPlace): Successor {
  const copy = (record: TranscriptRecord): TranscriptRecord => copied(record, place.from);
  const carry = (record: TranscriptRecord): TranscriptRecord =>
    place.has(record.id) ? copy(record) : record;
  return {
    header: {
      kind: 'header',
      format: segmentFormat,
      session: place.session,
      segment: place.from + 1,
      createdAt: place.at,
      tailTurns: rotation.tailTurns,
      tailTruncated: rotation.tailTruncated,
    },
    records: [
      rotation.summary,
      ...rotation.audits,
      ...rotation.tail.map(copy),
      ...rotation.carried.map(carry),
      ...rotation.batch.map(copy),
    ],
  };
}

export function finalizedLine(rotation: Rotation, at: string): FinalizedLine {
  return { kind: 'finalized', at, cut: rotation.cut };
}

/** The rotation with what came to the predecessor after its caller looked. */
export function withLateRecords(rotation: Rotation, predecessor: readonly TranscriptRecord[]): Rotation {
  const { batch, cut, known = predecessor.length } = rotation;
  const late = predecessor.slice(known);
  return { ...rotation, batch: [...batch, ...late], cut: cut ?? late[0]?.id ?? null };
}

/** The rotation with its large contents moved to artifacts, as an append would do. */
export function externalizeRotation(
  rotation: Rotation,
  sha256: Sha256,
): { readonly rotation: Rotation; readonly artifacts: readonly Artifact[] } {
  const summary = externalizeContent(rotation.summary.content, sha256);
  const tail = externalizeAll(rotation.tail, sha256);
  const carried = externalizeAll(rotation.carried, sha256);
  const batch = externalizeAll(rotation.batch, sha256);
  return {
    rotation: {
      ...rotation,
      summary: { ...rotation.summary, content: summary.content },
      tail: tail.records,
      carried: carried.records,
      batch: batch.records,
    },
    artifacts: [...summary.artifacts, ...tail.artifacts, ...carried.artifacts, ...batch.artifacts],
  };
}

/**
 * Asserts what callers owe: the cut is a record of the predecessor, and no id stands twice in the successor. A
 * successor that broke this would not read back as it was written.
 */
export function assertRotation(rotation: Rotation, predecessor: readonly TranscriptRecord[]): void {
  const { cut } = rotation;
  invariant(
    cut === null || predecessor.some((record) => record.id === cut),
    `the cut ${cut ?? ''} is a record of the predecessor`,
  );
  const { summary, audits, tail, carried, batch } = rotation;
  assertFreshIds([summary, ...audits, ...tail, ...carried, ...batch], () => false);
}

/** Asserts that each of these records has an id no other of its segment has; unknown kinds may have none. */
export function assertFreshIds(records: readonly TranscriptRecord[], used: (id: string) => boolean): void {
  const seen = new Set<string>();
  for (const { id } of records) {
    invariant(id === '' || !(seen.has(id) || used(id)), `the id ${id} is used once in a segment`);
    seen.add(id);
  }
}

function copied(record: TranscriptRecord, from: number): TranscriptRecord {
  if (record.kind === 'unknown') {
    return { ...record, copiedFrom: from, value: { ...record.value, copiedFrom: from } };
  }
  return { ...record, copiedFrom: from };
}
