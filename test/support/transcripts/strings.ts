// Every string of a JSON value, however deep. Strings that are JSON themselves are opened: what matters is that their
// content is kept, not how it was quoted.

/** Keys whose values name the shape of something; a record's kind says the same. */
const shapeKeys = new Set(['type', 'role', 'kind', '$mid']);

export function stringsOf(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') {
    if (value === '' || shapeKeys.has(key)) return [];
    const inner = openJson(value);
    return inner === undefined ? [value] : stringsOf(inner);
  }
  if (Array.isArray(value)) return value.flatMap((item) => stringsOf(item, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => stringsOf(item, name));
}

/** Undefined for text that is no JSON, or JSON of a number and the like. */
function openJson(text: string): object | string | undefined {
  const first = text.trimStart().charAt(0);
  if (first !== '{' && first !== '[' && first !== '"') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return (typeof value === 'object' && value !== null) || typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
