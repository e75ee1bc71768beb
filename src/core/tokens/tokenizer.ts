// The port for an exact tokenizer, and how text is cut for one. Characters by the rule of four are the answer until it
// has loaded, and without it.

export interface Tokenizer {
  /**
   * Begins to load, which the first `count` does as well. True once counts come, false when they will not come any more
   * and when the signal aborts.
   */
  load(signal: AbortSignal): Promise<boolean>;
  /**
   * Tokens of each text, in order. Undefined while it loads, when it could not be loaded or broke, when the signal
   * aborts, and after `close`; never rejects.
   */
  count(texts: readonly string[], signal: AbortSignal): Promise<readonly number[] | undefined>;
  /** Lets go of what it holds; resolves once that is gone. May be called twice. */
  close(): Promise<void>;
}

/** Longest run of characters without a space, or of spaces, that is encoded in one go: the work grows with its square. */
const longestRun = 256;

/** The white space of regular expressions that is not ASCII. */
const widerSpaces = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a,
  0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/**
 * Cuts text into pieces that joined are the text. No piece holds an unbroken run above 256 UTF-16 units, be it of
 * characters or of white space, and no cut parts a surrogate pair. A count over the pieces may be off by one token a cut.
 */
export function tokenizablePieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  let runStart = 0;
  let inSpace = isSpace(text.charCodeAt(0));
  for (let place = 1; place < text.length; place++) {
    const space = isSpace(text.charCodeAt(place));
    if (space !== inSpace) {
      runStart = place;
      inSpace = space;
    } else if (place - runStart >= longestRun) {
      runStart = partsPair(text, place) ? place - 1 : place;
      pieces.push(text.slice(start, runStart));
      start = runStart;
    }
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return widerSpaces.has(unit);
}

function partsPair(text: string, place: number): boolean {
  const low = text.charCodeAt(place);
  if (low < 0xdc00 || low > 0xdfff) return false;
  const high = text.charCodeAt(place - 1);
  return high >= 0xd800 && high <= 0xdbff;
}
