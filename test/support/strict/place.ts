// How a violation names its place in a request body.

/** Keys and list positions from the body down to the fault; empty for the body itself. */
export type Path = readonly (string | number)[];

/** A violation: the place as one would write it in code (`messages[3].content[0]`, or `body`), then what is wrong. */
export function violation(path: readonly PropertyKey[], fault: string): string {
  return `${placeName(path)}: ${fault}`;
}

function placeName(path: readonly PropertyKey[]): string {
  let name = '';
  for (const key of path) {
    if (typeof key === 'number') name += `[${key}]`;
    else name += name === '' ? String(key) : `.${String(key)}`;
  }
  return name === '' ? 'body' : name;
}
