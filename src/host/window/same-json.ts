// Whether two values are the same JSON, whatever the order of their fields.

/** Nothing is another value than `null`. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return ordered(one) === ordered(other);
}

/** Undefined for what is no JSON at all. */
function ordered(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
