// `fetch` for what a conversation is sent with: it goes to the address it was meant for and to no other, and what a server
// says about a failure is read only while it stays small.

type Fetch = typeof globalThis.fetch;

/** An error is a few hundred bytes, a page that stands for one some KB. */
export const mostErrorBytes = 1024 * 1024;

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** With these what was sent is sent again; with the others only a question without a body is. */
const repeating: ReadonlySet<number> = new Set([307, 308]);

/**
 * Follows a redirect within one origin, by sending the same again. Any other becomes an answer with status 404 that says
 * where it leads: neither keys nor conversations are handed on to a server nobody has named. Error bodies end after 1 MB.
 */
export function guardedFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    let address = input instanceof Request ? input.url : String(input);
    for (let count = 0; ; count++) {
      const answer = await fetch(count === 0 ? input : address, { ...init, redirect: 'manual' });
      if (!isRedirect(answer)) return answer.ok ? answer : cutShort(answer);
      await answer.body?.cancel();
      const target = targetOf(answer, address);
      const isRepeated = repeating.has(answer.status) || isQuestion(init);
      if (target === undefined || !isRepeated || !isSameOrigin(target, address) || count === mostRedirects)
        return elsewhere(target);
      address = target.href;
    }
  };
}

/** Some platforms hide where it leads. */
function isRedirect({ status, type }: Response): boolean {
  return redirects.has(status) || type === 'opaqueredirect';
}

function isQuestion(init: RequestInit | undefined): boolean {
  return (init?.body ?? undefined) === undefined;
}

function isSameOrigin(target: URL, address: string): boolean {
  return target.origin === new URL(address).origin;
}

function targetOf(answer: Response, address: string): URL | undefined {
  const location = answer.headers.get('location') ?? undefined;
  return location !== undefined && URL.canParse(location, address) ? new URL(location, address) : undefined;
}

/** Without query and password, which may be secret. */
function elsewhere(target: URL | undefined): Response {
  const place = target === undefined ? 'another address' : target.origin + target.pathname;
  return new Response(`the server redirects to ${place}; give its address as the base URL`, { status: 404 });
}

function cutShort(answer: Response): Response {
  const { body, status, statusText, headers } = answer;
  if (body === null) return answer;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  let room = mostErrorBytes;
  const stream = new ReadableStream<Uint8Array>({
    pull: async (to) => {
      const { done, value } = await reader.read();
      if (!done) {
        to.enqueue(value.subarray(0, room));
        room -= value.byteLength;
        if (room > 0) return;
        await reader.cancel();
      }
      to.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  // A server may make up a status that an answer of our own cannot have.
  return new Response(stream, { status: Math.min(status, 599), statusText, headers });
}
