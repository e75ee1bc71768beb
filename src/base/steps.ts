// Long work that its driver may interrupt: pure code yields between its parts, and whoever runs it knows how to pause.

import type { Pace } from './pace.ts';

/** Work in steps: every `yield` is a place where its driver may pause. */
export type Steps<Value> = Generator<undefined, Value, undefined>;

/** Runs the steps to their end, breathing between them. Undefined when the signal aborts before that. */
export async function runSteps<Value>(
  steps: Steps<Value>,
  pace: Pace,
  signal: AbortSignal,
): Promise<Value | undefined> {
  for (;;) {
    if (signal.aborted) return undefined;
    const step = steps.next();
    if (step.done === true) return step.value;
    const rest = pace.breathe();
    if (rest !== undefined) await rest;
  }
}
