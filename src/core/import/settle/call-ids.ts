// Call ids of an imported session: unique within it, and acceptable to every provider.

const maximumLength = 64;
const acceptable = /^[A-Za-z0-9_-]{1,64}$/;
const unacceptable = /[^A-Za-z0-9_-]/g;

/** Hands out the source's id where it is acceptable and still free, else a variation of it. */
export type NextCallId = (sourceId: string) => string;

/** One for a whole session, side chains included. */
export function createCallIds(): NextCallId {
  const used = new Set<string>();
  const repeats = new Map<string, number>();
  return (sourceId) => {
    const wanted = acceptable.test(sourceId) ? sourceId : cleaned(sourceId);
    let id = wanted;
    for (let repeat = repeats.get(wanted) ?? 1; used.has(id);) {
      const suffix = `-${++repeat}`;
      id = `${wanted.slice(0, maximumLength - suffix.length)}${suffix}`;
      repeats.set(wanted, repeat);
    }
    used.add(id);
    return id;
  };
}

function cleaned(sourceId: string): string {
  const id = sourceId.replace(unacceptable, '_').slice(0, maximumLength);
  return id === '' ? 'call' : id;
}
