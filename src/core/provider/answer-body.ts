// The bytes of an HTTP answer before anyone decodes them: what they are, told by their first character, and a sign of
// life for each piece. Compatible servers name the wrong content type or ignore `stream`, so neither is believed.

export type BodyKind =
  /** Server-sent events, or what may be taken for them. */
  'events' | 'json' | 'html' | 'empty';

export interface AnswerBody {
  readonly kind: BodyKind;
  /** All bytes from the beginning, those already looked at included. */
  readonly stream: ReadableStream<Uint8Array>;
}

/** An answer has at most a few MB; a provider that floods is stopped here. */
export const mostAnswerBytes = 64 * 1024 * 1024;

/** The answer was stopped for its size. */
export class AnswerTooLong extends Error {
  constructor() {
    super('the answer has more than 64 MB');
  }
}

/**
 * Waits for the first character that is no white space and says what the body is. `seen` gets every piece as it comes,
 * before its reader does. Reading past 64 MB, white space before the answer included, fails with `AnswerTooLong`; cancelling the stream cancels the body.
 */
export async function answerBody(
  body: ReadableStream<Uint8Array> | null,
  seen: (piece: Uint8Array) => void,
): Promise<AnswerBody> {
  if (body === null) return { kind: 'empty', stream: new ReadableStream({ start: (to) => to.close() }) };
  const reader = body.getReader();
  const looked: Uint8Array[] = [];
  let kind: BodyKind | undefined;
  let total = 0;
  while (kind === undefined) {
    const { done, value } = await reader.read();
    if (done) kind = 'empty';
    else {
      seen(value);
      total += value.byteLength;
      if (total > mostAnswerBytes) throw await tooLong(reader);
      looked.push(value);
      kind = kindOf(value);
    }
  }
  return { kind, stream: rest(reader, { looked, total }, seen) };
}

/** The whole body as text; bytes that are no UTF-8 become the replacement character. */
export async function bodyText(body: AnswerBody): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body.stream.getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}

function rest(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  begun: { readonly looked: Uint8Array[]; readonly total: number },
  seen: (piece: Uint8Array) => void,
): ReadableStream<Uint8Array> {
  const { looked } = begun;
  let { total } = begun;
  return new ReadableStream<Uint8Array>({
    pull: async (to) => {
      const first = looked.shift();
      if (first !== undefined) {
        to.enqueue(first);
        return;
      }
      const { done, value } = await reader.read();
      if (done) {
        to.close();
        return;
      }
      seen(value);
      total += value.byteLength;
      if (total > mostAnswerBytes) throw await tooLong(reader);
      to.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Lets go of the connection. */
async function tooLong(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<AnswerTooLong> {
  const reason = new AnswerTooLong();
  await reader.cancel(reason);
  return reason;
}

/** By the first byte that is neither white space nor part of a byte order mark. */
function kindOf(piece: Uint8Array): BodyKind | undefined {
  const first = piece.find((byte) => !skipped.has(byte));
  if (first === undefined) return undefined;
  if (first === 0x7b || first === 0x5b) return 'json';
  return first === 0x3c ? 'html' : 'events';
}

const skipped: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);
