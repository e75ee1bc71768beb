// Ending what nobody reads any more.

/**
 * Lets an iterator end and release what it holds. Not awaited: it may hang, and must not hold its caller. What it still
 * throws belongs to nobody.
 */
export function letGo(iterator: AsyncIterator<unknown> | undefined): void {
  Promise.resolve(iterator?.return?.()).catch(() => undefined);
}
