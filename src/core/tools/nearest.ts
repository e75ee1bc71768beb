// Names that look like the one that was meant: for unknown tools and files that are not there.

const mostSuggestions = 3;
/** Longer names are not compared: the work grows with the square. */
const longestCompared = 120;
const mostCompared = 5000;

/** Up to three of the names, best first; none that has little to do with the wanted one. */
export function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  const folded = fold(wanted);
  const scored: { readonly name: string; readonly distance: number }[] = [];
  for (const name of names.slice(0, mostCompared)) {
    const distance = distanceTo(folded, fold(name));
    if (distance !== undefined) scored.push({ name, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return scored.slice(0, mostSuggestions).map(({ name }) => name);
}

/** Undefined where the names are too different; a name that holds the other counts as near. */
function distanceTo(wanted: string, name: string): number | undefined {
  if (wanted === '' || name === '' || wanted.length > longestCompared || name.length > longestCompared)
    return undefined;
  const most = Math.max(1, Math.floor(Math.max(wanted.length, name.length) / 3));
  const isComparable = Math.abs(wanted.length - name.length) <= most;
  const distance = isComparable ? editDistance(wanted, name) : undefined;
  if (distance !== undefined && distance <= most) return distance;
  const shorter = Math.min(wanted.length, name.length);
  return shorter >= 4 && (wanted.includes(name) || name.includes(wanted)) ? most + 1 : undefined;
}

/** Case, Unicode form and the marks that separate words do not count. */
function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().replace(/[-_ ]/g, '');
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
