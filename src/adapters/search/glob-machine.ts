// Matches the pieces of a glob in time that grows with the path and no faster, for globs with so many stars that a
// regular expression could go back and forth among them for ever.

export type GlobPiece =
  /** One character that a regular expression describes. */
  | { readonly kind: 'one'; readonly source: string }
  /** Any number of characters of one name; of whole folders; at least one character of any kind. */
  | { readonly kind: 'name' | 'folders' | 'anything' }
  | { readonly kind: 'open' | 'or' | 'close' };

type Test = (character: string) => boolean;

interface State {
  readonly steps: { readonly test: Test; readonly to: number }[];
  /** States one is in as well. */
  readonly also: number[];
}

const inName: Test = (character) => character !== '/';
const slash: Test = (character) => character === '/';
const any: Test = () => true;

/** Braces are balanced. */
export function globMachine(pieces: readonly GlobPiece[]): (path: string) => boolean {
  const states: State[] = [];
  const end = new Builder(states).build(pieces);
  return (path) => {
    let now = closed(states, [0]);
    for (const character of path) {
      const next: number[] = [];
      for (const at of now)
        for (const { test, to } of states[at]?.steps ?? []) if (test(character)) next.push(to);
      if (next.length === 0) return false;
      now = closed(states, next);
    }
    return now.has(end);
  };
}

function closed(states: readonly State[], from: readonly number[]): ReadonlySet<number> {
  const all = new Set(from);
  // A set that grows is gone through to its new end.
  for (const at of all) for (const to of states[at]?.also ?? []) all.add(to);
  return all;
}

class Builder {
  private readonly states: State[];
  /** Where each open brace began, and where it ends. */
  private readonly open: { readonly start: number; readonly end: number }[] = [];

  constructor(states: State[]) {
    this.states = states;
  }

  /** The state at the end; the first is 0. */
  build(pieces: readonly GlobPiece[]): number {
    let at = this.add();
    for (const piece of pieces) at = this.piece(piece, at);
    return at;
  }

  private piece(piece: GlobPiece, at: number): number {
    switch (piece.kind) {
      case 'one':
        return this.step(at, testOf(piece.source));
      case 'name':
        return this.loop(at, inName);
      case 'anything':
        return this.loop(this.step(at, any), any);
      case 'folders': {
        const start = this.also(at);
        this.link(this.step(this.loop(this.step(start, inName), inName), slash), start);
        return this.also(start);
      }
      case 'open':
        this.open.push({ start: at, end: this.add() });
        return this.also(at);
      case 'or': {
        const brace = this.open.at(-1);
        if (brace === undefined) return at;
        this.link(at, brace.end);
        return this.also(brace.start);
      }
      case 'close': {
        const brace = this.open.pop();
        if (brace === undefined) return at;
        this.link(at, brace.end);
        return brace.end;
      }
    }
  }

  private loop(at: number, test: Test): number {
    const inside = this.also(at);
    this.states[inside]?.steps.push({ test, to: inside });
    return inside;
  }

  private step(at: number, test: Test): number {
    const to = this.add();
    this.states[at]?.steps.push({ test, to });
    return to;
  }

  private also(at: number): number {
    const to = this.add();
    this.link(at, to);
    return to;
  }

  private link(from: number, to: number): void {
    this.states[from]?.also.push(to);
  }

  private add(): number {
    return this.states.push({ steps: [], also: [] }) - 1;
  }
}

function testOf(source: string): Test {
  const regex = new RegExp(`^${source}$`, 'su');
  const known = new Map<string, boolean>();
  return (character) => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const matches = regex.test(character);
    known.set(character, matches);
    return matches;
  };
}
