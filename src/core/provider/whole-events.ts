// Server-sent events handed on whole. The SDKs join every piece to all that came of its event before and search it anew,
// so that one event of many pieces would take time that grows with the square.

/** The same bytes, cut behind events only; what is left of one at the end comes last. */
export function wholeEvents(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let held: Uint8Array[] = [];
  /** The two bytes before the next piece. */
  let before = Uint8Array.of(0, 0);
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, to) => {
        const end = lastEventEnd(before, piece);
        before = joined([before, piece.subarray(-2)]).slice(-2);
        if (end === 0) {
          held.push(piece);
          return;
        }
        to.enqueue(joined([...held, piece.subarray(0, end)]));
        held = end === piece.length ? [] : [piece.subarray(end)];
      },
      flush: (to) => {
        if (held.length > 0) to.enqueue(joined(held));
      },
    }),
  );
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Behind the last empty line that ends in the piece, 0 when none does. */
function lastEventEnd(before: Uint8Array, piece: Uint8Array): number {
  const at = (place: number): number | undefined => (place < 0 ? before[2 + place] : piece[place]);
  for (let place = piece.length - 1; place >= 0; place--) {
    const byte = piece[place];
    if (byte !== newline && byte !== carriageReturn) continue;
    const last = at(place - 1);
    const isCrLf = byte === newline && last === carriageReturn;
    if (last === byte || (isCrLf && at(place - 2) === newline)) return place + 1;
  }
  return 0;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const piece of pieces) {
    whole.set(piece, place);
    place += piece.length;
  }
  return whole;
}
