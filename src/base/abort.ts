// Child signals that let go of their parent, and the reasons a piece of work was stopped.

export type AbortReason = 'user' | 'superseded' | 'dispose' | 'idle';

export interface DerivedAbort {
  readonly signal: AbortSignal;
  abort(reason: AbortReason): void;
  /** Lets go of the parent. Call it in `finally`. */
  release(): void;
}

/** A signal that aborts with its parent or by itself; the first cause wins. */
export function deriveAbort(parent: AbortSignal): DerivedAbort {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => parent.removeEventListener('abort', follow),
  };
}

/** Resolves when the signal aborts; `release` lets go of it. Used to leave a wait that does not listen itself. */
export function whenAborted(signal: AbortSignal): { readonly aborted: Promise<void>; release(): void } {
  let stop: () => void = () => undefined;
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = (): void => resolve();
    signal.addEventListener('abort', done, { once: true });
    stop = () => signal.removeEventListener('abort', done);
  });
  return { aborted, release: () => stop() };
}

/** The value, or undefined when the signal aborts first. What the promise does later is nobody's business any more. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<{ value: T } | undefined> {
  const abort = whenAborted(signal);
  try {
    return await Promise.race([promise.then((value) => ({ value })), abort.aborted.then(() => undefined)]);
  } finally {
    abort.release();
  }
}

/** A signal that never aborts: for what must run to its end once something is committed. */
export function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

/** Asks anew: a check right after a wait, which the compiler would otherwise take for answered. */
export function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
