// Yields to the event loop when a slice has run long enough, so that a panel stays alive and Ctrl-C is heard.

import type { Pace } from '../../base/pace.ts';

/** `sliceMs` is how long a slice may run before the next question yields. */
export function createPace(sliceMs = 12): Pace {
  let sliceEnd = performance.now() + sliceMs;
  return {
    breathe: () => {
      if (performance.now() < sliceEnd) return undefined;
      return new Promise((resolve) => {
        setImmediate(() => {
          sliceEnd = performance.now() + sliceMs;
          resolve();
        });
      });
    },
  };
}
