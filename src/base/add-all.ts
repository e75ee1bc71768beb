// Adding many values to a list.

/**
 * Adds the values at the end of the list, however many they are: `push(...values)` puts each of them on the stack, which
 * a hundred thousand overflow.
 */
export function addAll<T>(list: T[], values: Iterable<T>): void {
  for (const value of values) list.push(value);
}
