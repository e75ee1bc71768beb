// One fault in a sound body: what is changed and what the judge must say about it.

import assert from 'node:assert/strict';

type Path = readonly (string | number)[];

interface Fault {
  /** The rule the fault breaks, as the end of "refuses …". */
  readonly rule: string;
  /** Where in the sound body the change is made, and the new value there; `gone` removes the field. */
  readonly at: Path;
  readonly value: unknown;
  /** Exactly what the judge finds. */
  readonly found: string | readonly string[];
}

export const gone = Symbol('gone');

/** A test for each fault; that the body without it is accepted is part of every one. */
export function refusesEach(
  check: (body: unknown) => string[],
  body: unknown,
  faults: readonly Fault[],
): void {
  for (const { rule, at, value, found } of faults) {
    it(`refuses ${rule}`, () => {
      assert.deepEqual(check(body), []);
      assert.deepEqual(check(changed(body, at, value)), typeof found === 'string' ? [found] : found);
    });
  }
}

/** A deep copy of the body with one place changed. */
function changed(body: unknown, at: Path, value: unknown): unknown {
  // Through JSON, so that a part the body holds twice is changed in one place only.
  const copy: unknown = JSON.parse(JSON.stringify(body));
  let holder = copy;
  for (const key of at.slice(0, -1)) holder = Reflect.get(asObject(holder), key);
  const last = at.at(-1);
  assert.ok(last !== undefined, 'a fault has a place');
  if (value === gone) assert.ok(Reflect.deleteProperty(asObject(holder), last));
  else assert.ok(Reflect.set(asObject(holder), last, value));
  return copy;
}

function asObject(value: unknown): object {
  assert.ok(typeof value === 'object' && value !== null, 'a fault is made inside an object');
  return value;
}
