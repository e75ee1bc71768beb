// Watches the bytes of a chat stream for its closing line, which the SDK reads and does not pass on.

/** The same answer, and whether its bytes, once read to their end, closed with `data: [DONE]`. */
export function watchDoneLine(answer: Response): {
  readonly answer: Response;
  readonly saidDone: () => boolean;
} {
  const decoder = new TextDecoder();
  let end = '';
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, to) => {
      end = (end + decoder.decode(piece, { stream: true })).slice(-kept);
      to.enqueue(piece);
    },
  });
  return {
    answer: new Response(answer.body?.pipeThrough(watch) ?? null, { headers: answer.headers }),
    saidDone: () => /(?:^|[\r\n])data: ?\[DONE\]\s*$/.test(end),
  };
}

/** Characters that surely hold the line and the white space after it. */
const kept = 64;
