// Times and the middle of several.

export interface Timed<T> {
  readonly value: T;
  readonly ms: number;
}

export async function timed<T>(work: () => Promise<T> | T): Promise<Timed<T>> {
  const began = performance.now();
  const value = await work();
  return { value, ms: performance.now() - began };
}

/** The middle value; of an even number of values the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('The median of nothing');
  return middle;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value that so many of a hundred are not above. */
export function percentile(values: readonly number[], of: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const found = sorted[Math.ceil((sorted.length * of) / 100) - 1];
  if (found === undefined) throw new Error('A percentile of nothing');
  return found;
}

/** Takes out the garbage of what was measured before; only where the process was started with the means to. */
export function collectGarbage(): void {
  globalThis.gc?.();
}
