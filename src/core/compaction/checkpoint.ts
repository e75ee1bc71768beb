// The port to the work journal: a checkpoint is selected before a run and sealed after it was applied, never otherwise
// (behaviour 8.23). A journal that fails costs its seal, not the run.

import { unlessAborted } from '../../base/abort.ts';
import { reasonOf } from '../../base/fail.ts';

export interface WorkCheckpoints {
  /** The completed work so far; null when there is nothing to seal. */
  select(signal: AbortSignal): Promise<string | null>;
  /** Seals exactly that checkpoint. */
  seal(checkpoint: string, signal: AbortSignal): Promise<void>;
}

export interface SelectedCheckpoint {
  readonly id: string | null;
  /** Why none could be selected, when the journal failed. */
  readonly warning: string | null;
}

/** No journal: agents, and sessions without one. */
export const noCheckpoints: WorkCheckpoints = {
  select: () => Promise.resolve(null),
  seal: () => Promise.resolve(),
};

/** Undefined when the signal aborts first, however long the journal takes. */
export async function selectCheckpoint(
  checkpoints: WorkCheckpoints,
  signal: AbortSignal,
): Promise<SelectedCheckpoint | undefined> {
  try {
    const selected = await unlessAborted(checkpoints.select(signal), signal);
    return selected === undefined ? undefined : { id: selected.value, warning: null };
  } catch (error) {
    return { id: null, warning: `Work journal checkpoint could not be selected: ${reasonOf(error)}` };
  }
}

/** Undefined when it went well or there was nothing to seal, else the warning. */
export async function sealCheckpoint(
  checkpoints: WorkCheckpoints,
  checkpoint: SelectedCheckpoint,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (checkpoint.id === null) return checkpoint.warning ?? undefined;
  try {
    await checkpoints.seal(checkpoint.id, signal);
    return undefined;
  } catch (error) {
    return `Work journal checkpoint could not be sealed: ${reasonOf(error)}`;
  }
}
