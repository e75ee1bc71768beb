// How a long text is cut for scanning: at line ends where there is one, so that a line is rarely in two pieces.

import type { Span } from './spans.ts';

/** Characters of a piece: 16 to 48 KB in UTF-8. */
const pieceLength = 16_384;

/** Pieces that follow one another and make up the range of the text. Each is at most `length` characters long. */
export function* textPieces(text: string, range: Span, length: number = pieceLength): Generator<Span> {
  for (let start = range.start; start < range.end;) {
    const end = pieceEnd(text, { start, end: range.end }, length);
    yield { start, end };
    start = end;
  }
}

/** Behind the last line end of the second half, or in the middle of a line that is longer than that. */
function pieceEnd(text: string, rest: Span, length: number): number {
  const limit = rest.start + length;
  if (limit >= rest.end) return rest.end;
  const half = rest.start + Math.floor(length / 2);
  const lineEnd = text.slice(half, limit).lastIndexOf('\n');
  return lineEnd < 0 ? limit : half + lineEnd + 1;
}
