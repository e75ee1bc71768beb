// Makes a request fit the summariser: smaller caps level by level, then folding, then the oldest results to one line
// each. Never touched: skills, focus, guidance, the previous summary, the person's words, error lines (design 13.1).

import type { TranscriptRecord } from '../transcript/record.ts';
import type { TextSize } from '../tokens/byte-aware.ts';
import {
  projectEvidence,
  projectFitting,
  stubOldestResults,
  type Evidence,
  type ProjectionDeps,
  type ProjectionLimits,
} from '../evidence/project.ts';

const tightCaps = [2000, 500] as const;

export interface Tightening {
  /** Setting `compaction.bodyToolOutputMax`. */
  readonly outputCap: number;
  readonly oversize: 'tighten' | 'refuse';
}

export interface FittedEvidence {
  readonly evidence: Evidence;
  readonly tightened: boolean;
}

/**
 * The first projection whose size satisfies `fits`, that by the seed's rule before all others; when none does, the
 * smallest.
 */
export async function fitEvidence(
  body: readonly TranscriptRecord[],
  how: {
    readonly tightening: Tightening;
    readonly fits: (size: TextSize) => boolean;
    /** What does not fit is sent all the same, so nothing is gained by leaving results out. */
    readonly takesAnySize?: true | undefined;
    readonly deps: ProjectionDeps;
  },
  signal: AbortSignal,
): Promise<FittedEvidence> {
  const { tightening, fits, deps } = how;
  const { outputCap, oversize } = tightening;
  const plain = plainLimits(outputCap);
  if (oversize === 'refuse')
    return { evidence: await projectEvidence(body, plain, deps, signal), tightened: false };
  for (const limits of [plain, ...tighterLimits(outputCap)]) {
    const evidence = await projectFitting(body, { limits, fits }, deps, signal);
    if (evidence !== undefined) return { evidence, tightened: limits !== plain };
  }
  const smallest = await projectEvidence(body, smallestLimits(outputCap), deps, signal);
  if (fits(smallest.size) || how.takesAnySize === true) return { evidence: smallest, tightened: true };
  return { evidence: stubOldestResults(smallest, fits), tightened: true };
}

/** The seed's rule alone. */
export function plainLimits(outputCap: number): ProjectionLimits {
  return { outputCap, fold: false };
}

function tighterLimits(outputCap: number): readonly ProjectionLimits[] {
  return tightCaps.map((cap) => ({ outputCap, tightCap: Math.min(cap, outputCap), fold: false }));
}

function smallestLimits(outputCap: number): ProjectionLimits {
  return { outputCap, tightCap: Math.min(...tightCaps, outputCap), fold: true, stubs: true };
}
