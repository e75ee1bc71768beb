// What to do when an assumption of the code itself is broken: throw. Expected failures use result.ts.

/** Throws when a condition the code relies on does not hold. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${message}`);
}

/** What was thrown, in the words it came with: for a warning, never for a decision. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The last branch of a switch over a union: adding a member without handling it does not compile. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
