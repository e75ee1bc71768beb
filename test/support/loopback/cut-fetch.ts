// Transports that hand a server's answer on in pieces cut exactly where a test says. What a server writes apart may
// still arrive together; behind these, nothing does.

export type Cut = 'bytes' | { readonly at: number };

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

type Fetch = typeof globalThis.fetch;

/** The answer to the one request `ask` makes with the transport it is given. */
export async function recordedAnswer(ask: (transport: Fetch) => Promise<unknown>): Promise<RecordedAnswer> {
  const recorded: RecordedAnswer[] = [];
  await ask(async (input, init) => {
    const answer = await fetch(input, init);
    const bytes = new Uint8Array(await answer.clone().arrayBuffer());
    recorded.push({ status: answer.status, headers: answer.headers, bytes });
    return answer;
  });
  const [answer] = recorded;
  if (answer === undefined || recorded.length > 1)
    throw new Error(`${recorded.length} requests instead of one`);
  return answer;
}

/** Gives every request this answer, byte by byte or in two pieces. */
export function cutFetch({ status, headers, bytes }: RecordedAnswer, cut: Cut): Fetch {
  return () => {
    const pieces = piecesOf(bytes, cut);
    const stream = new ReadableStream<Uint8Array>({
      pull: (to) => {
        const piece = pieces.shift();
        if (piece === undefined) to.close();
        else to.enqueue(piece);
      },
    });
    return Promise.resolve(new Response(stream, { status, headers }));
  };
}

function piecesOf(bytes: Uint8Array, cut: Cut): Uint8Array[] {
  if (cut !== 'bytes') return [bytes.subarray(0, cut.at), bytes.subarray(cut.at)];
  return Array.from(bytes, (_, place) => bytes.subarray(place, place + 1));
}
