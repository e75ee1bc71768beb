// Proof before commit: an automatic run must end below the target's threshold, or it must not end in a commit at all
// (design 13.2).

import { copyTail, type TailCopy } from '../evidence/tail-copy.ts';
import type { Settings } from '../settings/settings.ts';
import { tokensOf, transcriptSize } from '../tokens/estimate.ts';
import type { ArtifactReader } from '../transcript/parts.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import type { RunFailure } from './outcome.ts';
import type { CompactionRequest } from './request.ts';
import { selectHistory, type Selection } from './selection.ts';
import { tailBudgetCharacters } from './tail.ts';

export interface ProvenSelection {
  /** All records of the segment at that moment. */
  readonly records: readonly TranscriptRecord[];
  readonly selection: Selection;
  readonly tail: TailCopy;
  /** What will stand beside the summary, and the rest of the request: tokens. */
  readonly keptTokens: number;
  /** Set when that alone reaches the threshold and nothing more can be given up. */
  readonly irreducible: RunFailure | null;
}

/**
 * Selects body and tail by the settings. In an automatic run whose tail, batch and fixed parts alone reach the target's
 * threshold, the oldest turns of the tail go into the body until they do not.
 */
export async function selectProven(
  records: readonly TranscriptRecord[],
  request: CompactionRequest,
  how: { readonly settings: Settings; readonly artifacts: ArtifactReader },
): Promise<ProvenSelection> {
  const { settings, artifacts } = how;
  const characters = tailBudgetCharacters(settings['compaction.tailBudget'], request.target.usable);
  let turns = request.tail === 'none' ? 0 : settings['compaction.tailTurns'];
  for (;;) {
    const selection = selectHistory({
      records,
      pendingFrom: request.pendingFrom,
      tail: turns === 0 ? null : { turns, characters },
    });
    const tail = await copyTail(selection.tail, settings['compaction.tailToolOutputMax'], artifacts);
    const keptTokens = request.fixedTokens + sizeOf([...tail.records, ...selection.batch], settings);
    const irreducible = overThreshold(request, keptTokens);
    if (irreducible === null || selection.turns.kept === 0)
      return { records, selection, tail, keptTokens, irreducible };
    turns = selection.turns.kept - 1;
  }
}

/** The finished successor against the threshold, `added` to what was kept; null when it may be published. */
export function proveSuccessor(
  request: CompactionRequest,
  kept: ProvenSelection,
  added: readonly TranscriptRecord[],
  settings: Settings,
): RunFailure | null {
  return overThreshold(request, kept.keptTokens + sizeOf(added, settings));
}

export function sizeOf(records: readonly TranscriptRecord[], settings: Settings): number {
  return tokensOf(transcriptSize(records), settings['compaction.imageTokenEstimate']);
}

/** A manual run is never refused for its result. */
function overThreshold(request: CompactionRequest, tokens: number): RunFailure | null {
  const { threshold } = request.target;
  if (request.trigger === 'manual' || tokens < threshold) return null;
  return { class: 'irreducible', tokens, threshold };
}
