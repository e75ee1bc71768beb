// Finds the place of an edit: the old text has to stand in the file letter by letter, and once unless all are meant.
// Where it does not, the answer shows what does stand there.

export interface Replacement {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

export type Replaced =
  | { readonly kind: 'replaced'; readonly text: string; readonly count: number }
  /** `hint` says where something like it stands; `''` when nothing does. */
  | { readonly kind: 'none'; readonly hint: string }
  /** Lines where it begins, at most ten of them. */
  | { readonly kind: 'many'; readonly count: number; readonly lines: readonly number[] };

const mostLinesNamed = 10;
const mostLinesShown = 12;
const longestShown = 400;
const mostLinesCompared = 50_000;
/** Likeness costs more than equality: so many lines, and so many characters of each. */
const mostLinesWeighed = 5000;
const longestWeighed = 200;

/** Line breaks are compared as they are; `old` is not empty. */
export function replaceText(text: string, replacement: Replacement): Replaced {
  const pieces = text.split(replacement.old);
  const count = pieces.length - 1;
  if (count === 0) return { kind: 'none', hint: hintFor(text, replacement.old) };
  if (count > 1 && !replacement.all)
    return { kind: 'many', count, lines: linesBefore(pieces, replacement.old) };
  return { kind: 'replaced', text: pieces.join(replacement.new), count };
}

function linesBefore(pieces: readonly string[], old: string): readonly number[] {
  const lines: number[] = [];
  let line = 1;
  for (const piece of pieces.slice(0, Math.min(mostLinesNamed, pieces.length - 1))) {
    line += breaksIn(piece);
    lines.push(line);
    line += breaksIn(old);
  }
  return lines;
}

function hintFor(text: string, old: string): string {
  if (/^\s*\d+\t/.test(old) && /^\s*\d+\t/.test(old.split('\n').at(-1) ?? ''))
    return 'It begins with line numbers of read_file, which do not stand in the file: leave them out.';
  const lines = text.split('\n', mostLinesCompared);
  const wanted = old.replace(/^\n+|\n+$/g, '').split('\n');
  const at = sameButForSpace(lines, wanted);
  if (at !== undefined)
    return `The same stands at line ${at + 1} with other white space:\n${excerpt(lines, at, wanted.length)}`;
  const near = nearestLine(lines, wanted.find((line) => line.trim() !== '') ?? '');
  return near === undefined
    ? ''
    : `The most similar place begins at line ${near + 1}:\n${excerpt(lines, near, wanted.length)}`;
}

function sameButForSpace(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const bare = wanted.map(withoutSpace);
  if (bare.every((line) => line === '')) return undefined;
  const all = lines.map(withoutSpace);
  for (let at = 0; at + bare.length <= all.length; at++) {
    if (bare.every((line, place) => all[at + place] === line)) return at;
  }
  return undefined;
}

/** The line that shares most with the wanted one, if that is more than half of it. */
function nearestLine(lines: readonly string[], wanted: string): number | undefined {
  const pairs = pairsIn(wanted);
  if (pairs.size === 0) return undefined;
  let best: number | undefined;
  let most = 0.5;
  for (const [at, line] of lines.slice(0, mostLinesWeighed).entries()) {
    const own = pairsIn(line);
    let shared = 0;
    for (const pair of own) if (pairs.has(pair)) shared++;
    const score = (2 * shared) / (own.size + pairs.size);
    if (score > most) [best, most] = [at, score];
  }
  return best;
}

function pairsIn(line: string): ReadonlySet<string> {
  const bare = withoutSpace(line.slice(0, longestWeighed));
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= bare.length; at++) pairs.add(bare.slice(at, at + 2));
  return pairs;
}

function excerpt(lines: readonly string[], at: number, count: number): string {
  return lines
    .slice(at, at + Math.min(count, mostLinesShown))
    .map((line) => line.slice(0, longestShown))
    .join('\n');
}

function withoutSpace(line: string): string {
  return line.replace(/\s+/g, '');
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}
