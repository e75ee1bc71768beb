// What an implementation of the session store brings along so that the contract can be held against it.

import type { SessionStore } from '../../src/core/sessions/store.ts';

export interface StoreHarness {
  /** The store as one more process sees it. Its `open` does not wait for other writers. */
  readonly store: () => SessionStore;
  /** Makes the line of a record of the active segment unreadable. No handle is open. */
  readonly damage: (path: string, record: string) => Promise<void>;
  /** All that is kept of a session, to be compared with itself at another time. */
  readonly snapshot: (path: string) => Promise<unknown>;
  readonly done: () => Promise<void>;
}

export type MakeHarness = () => Promise<StoreHarness>;

/** Runs with a fresh harness and clears it away. */
export function withStore(
  make: MakeHarness,
  run: (harness: StoreHarness) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const harness = await make();
    try {
      await run(harness);
    } finally {
      await harness.done();
    }
  };
}
