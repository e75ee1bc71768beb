// May a run start at all? Facts of the conversation in, the first reason against it out.

/** What decides about a start. The in-flight run is known to the runner itself. */
export interface StartFacts {
  /** Setting `compaction.auto`. */
  readonly autoEnabled: boolean;
  /** Three failed runs in a row switched it off. */
  readonly switchedOff: boolean;
  readonly inFlight: boolean;
  readonly writable: boolean;
  /** The session is on disk. */
  readonly persisted: boolean;
  /** What is shown and written is the active segment. */
  readonly onActiveSegment: boolean;
  /** Damaged lines nobody has accepted. */
  readonly damagedLines: number;
  /** The history belongs to an agent that compacts it itself (design 6.12). */
  readonly agentOwnsHistory: boolean;
}

export type StartRefusal =
  | 'auto-off'
  | 'switched-off'
  | 'in-progress'
  | 'read-only'
  | 'not-on-disk'
  | 'not-active-segment'
  | 'damaged'
  | 'agent-owns-history';

/** The first reason against an automatic run, in the order of behaviour 1.10; undefined when it may start. */
export function automaticRefusal(facts: StartFacts): StartRefusal | undefined {
  if (!facts.autoEnabled) return 'auto-off';
  if (facts.switchedOff) return 'switched-off';
  return commonRefusal(facts);
}

/** The same for a manual run, which minds neither the setting nor the switch (behaviours 1.13, 1.14). */
export function manualRefusal(facts: StartFacts): StartRefusal | undefined {
  return commonRefusal(facts);
}

function commonRefusal(facts: StartFacts): StartRefusal | undefined {
  if (facts.inFlight) return 'in-progress';
  if (!facts.writable) return 'read-only';
  if (!facts.persisted) return 'not-on-disk';
  if (!facts.onActiveSegment) return 'not-active-segment';
  if (facts.agentOwnsHistory) return 'agent-owns-history';
  if (facts.damagedLines > 0) return 'damaged';
  return undefined;
}
