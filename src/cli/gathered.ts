// Small pieces of text gathered into larger ones, so that each costs one write for many.

const enough = 64 * 1024;

/** The same text in pieces of 64 Ki characters and more, but for the last. */
export async function* gathered(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let pending: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    pending.push(piece);
    length += piece.length;
    if (length < enough) continue;
    yield pending.join('');
    pending = [];
    length = 0;
  }
  if (length > 0) yield pending.join('');
}
