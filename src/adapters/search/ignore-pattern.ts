// One line of an ignore file, matched in time that grows with the pattern and the path and never explodes: whoever wrote
// the repository wrote the pattern.

/** Any number of characters of a name; any number of folders. */
const stretch: unique symbol = Symbol('stretch');

type CharacterTest = (character: string) => boolean;
type NamePattern = readonly (CharacterTest | typeof stretch)[];

export interface IgnorePattern {
  /** It shows again what an earlier line hides. */
  readonly isNegative: boolean;
  readonly foldersOnly: boolean;
  readonly path: readonly (NamePattern | typeof stretch)[];
}

/** The names of a path, each as its code points. */
export type PathNames = readonly (readonly string[])[];

/** Undefined for comments, blank lines and patterns that can match nothing. */
export function readIgnoreLine(line: string): IgnorePattern | undefined {
  if (line.startsWith('#')) return undefined;
  const trimmed = line.trimEnd();
  // A space after a backslash belongs to the pattern.
  const whole = trimmed.endsWith('\\') && trimmed.length < line.length ? `${trimmed} ` : trimmed;
  const isNegative = whole.startsWith('!');
  const body = isNegative ? whole.slice(1) : whole;
  const foldersOnly = body.endsWith('/');
  const bare = foldersOnly ? body.slice(0, -1) : body;
  if (bare === '') return undefined;
  const names = readNames(bare.startsWith('/') ? bare.slice(1) : bare);
  if (names === undefined) return undefined;
  const isAnchored = bare.startsWith('/') || names.length > 1;
  const path: IgnorePattern['path'] = isAnchored ? names : [stretch, ...names];
  // Two stars at the end stand for what is inside, not for the folder itself.
  return {
    isNegative,
    foldersOnly,
    path: path.at(-1) === stretch ? [...path, insideOfIt] : path,
  };
}

export function matchesPath({ path }: IgnorePattern, names: PathNames): boolean {
  const last = path.at(-1);
  const name = names.at(-1);
  // Nearly every pattern fails here.
  if (last !== undefined && last !== stretch && name !== undefined && !matchesName(last, name)) return false;
  return matches(path, names, matchesName);
}

function matchesName(pattern: NamePattern, name: readonly string[]): boolean {
  return matches(pattern, name, (test, character) => test(character));
}

/** Only the last stretch that was begun ever has to be lengthened: what came before it has matched as early as it can. */
function matches<Piece extends object, Item>(
  pattern: readonly (Piece | typeof stretch)[],
  items: readonly Item[],
  test: (piece: Piece, item: Item) => boolean,
): boolean {
  let next = 0;
  let begun: { readonly piece: number; to: number } | undefined;
  for (let at = 0; at < items.length;) {
    const piece = pattern[next];
    const item = items[at];
    if (piece === stretch) begun = { piece: next++, to: at };
    else if (piece !== undefined && item !== undefined && test(piece, item)) {
      next++;
      at++;
    } else if (begun === undefined) return false;
    else {
      next = begun.piece + 1;
      at = ++begun.to;
    }
  }
  while (pattern[next] === stretch) next++;
  return next === pattern.length;
}

const anyCharacter: CharacterTest = () => true;
/** One name at least, and whatever is below it. */
const insideOfIt: NamePattern = [anyCharacter, stretch];

function readNames(text: string): IgnorePattern['path'] | undefined {
  const points = Array.from(text);
  const names: (NamePattern | typeof stretch)[] = [];
  let name: (CharacterTest | typeof stretch)[] = [];
  const endName = (): void => {
    const isFolders = name.length > 1 && name.every((piece) => piece === stretch);
    names.push(isFolders ? stretch : name);
    name = [];
  };
  for (let at = 0; at < points.length; at++) {
    const point = points[at] ?? '';
    if (point === '/') endName();
    else if (point === '*') name.push(stretch);
    else if (point === '?') name.push(anyCharacter);
    else if (point === '[') {
      const members = readMembers(points, at);
      if (members === undefined) return undefined;
      name.push(members.test);
      at = members.end;
    } else {
      const meant = point === '\\' ? points[++at] : point;
      if (meant === undefined) return undefined;
      name.push((character) => character === meant);
    }
  }
  endName();
  return names;
}

interface Members {
  readonly test: CharacterTest;
  /** Where the closing bracket is. */
  readonly end: number;
}

/** Undefined when the bracket is never closed. */
function readMembers(points: readonly string[], open: number): Members | undefined {
  const isNegated = '!^'.includes(points[open + 1] ?? '.');
  const first = open + (isNegated ? 2 : 1);
  const ranges: (readonly [low: number, high: number])[] = [];
  const take = (at: number): readonly [code: number | undefined, next: number] => {
    const from = points[at] === '\\' ? at + 1 : at;
    return [points[from]?.codePointAt(0), from + 1];
  };
  for (let at = first; at < points.length;) {
    // A bracket in the first place stands for itself.
    if (points[at] === ']' && at > first) {
      const test: CharacterTest = (character) => {
        const code = character.codePointAt(0) ?? 0;
        return ranges.some(([low, high]) => low <= code && code <= high) !== isNegated;
      };
      return { test, end: at };
    }
    const [low, next] = take(at);
    const isRange = points[next] === '-' && points[next + 1] !== undefined && points[next + 1] !== ']';
    const [high, after] = isRange ? take(next + 1) : [low, next];
    if (low === undefined || high === undefined) return undefined;
    ranges.push([low, high]);
    at = after;
  }
  return undefined;
}
