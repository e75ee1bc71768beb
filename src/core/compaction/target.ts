// What a run compacts: the root session, or one retained agent. A target gives bounds and applies; it never calls back.

import type { Result } from '../../base/result.ts';
import type { Removal } from '../executions/archive.ts';
import type { SkillInvocation } from '../evidence/skills.ts';
import type { StoreFailure } from '../sessions/failures.ts';
import type { ArtifactReader } from '../transcript/parts.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import type { StartFacts } from './eligibility.ts';

export interface TargetIdentity {
  readonly sessionId: string;
  readonly sessionName: string;
  /** `/root`, or the canonical path of an agent. */
  readonly origin: string;
  readonly transcriptPath: string;
  readonly workspace: string | null;
}

/** What becomes of the active segment when a summary is applied. */
export interface SuccessorPlan {
  readonly summary: RecordOf<'summary'>;
  readonly audits: readonly RecordOf<'hook-audit'>[];
  readonly tail: readonly TranscriptRecord[];
  readonly batch: readonly TranscriptRecord[];
  readonly carried: readonly TranscriptRecord[];
  readonly cut: string | null;
  /** Records of the segment that this plan takes care of; what comes later moves on too. */
  readonly known?: number | undefined;
  readonly tailTurns: number;
  readonly tailTruncated: boolean;
}

export interface AppliedPlan {
  readonly from: number;
  readonly to: number;
  /** A failure after the commit point. */
  readonly later: StoreFailure | null;
}

export interface CompactionTarget {
  readonly identity: TargetIdentity;
  /** A new context epoch begins after success: root yes, agent no (design 6.11). */
  readonly opensEpoch: boolean;
  readonly artifacts: ArtifactReader;
  /** Everything that decides about a start, but for the run itself. */
  startFacts(): Omit<StartFacts, 'inFlight'>;
  /** The records of the active segment, as they are now. */
  records(): readonly TranscriptRecord[];
  skills(): readonly SkillInvocation[];
  /**
   * The hidden records that must live on in the successor, decided from what goes and what moves on: those of the
   * segment, and new ones. Without it the execution records of the rows that go are carried.
   */
  carry?(removal: Removal): readonly TranscriptRecord[];
  /** The commit point. After a failure nothing has changed. */
  apply(plan: SuccessorPlan, signal: AbortSignal): Promise<Result<AppliedPlan, StoreFailure>>;
}
