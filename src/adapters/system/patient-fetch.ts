// `fetch` without the platform's own limits: it gives up after five minutes of silence, and how long a model may think
// is for our own deadline to say (design 13.7).

type Dispatcher = NonNullable<RequestInit['dispatcher']>;
type MakeDispatcher = new (options: {
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}) => Dispatcher;

/** Where the platform keeps the agent its `fetch` uses. */
const platformAgent = Symbol.for('undici.globalDispatcher.1');

/** Like `fetch`, but waits for headers and body for ever. Where the platform has no such agent, it is `fetch` itself. */
export function createPatientFetch(): typeof globalThis.fetch {
  let patient: Dispatcher | undefined;
  return (input, init) => {
    patient ??= agentWaiting(0);
    return globalThis.fetch(input, patient === undefined ? init : { ...init, dispatcher: patient });
  };
}

/** A connection agent like the platform's own that waits so many milliseconds for headers and body; 0 is for ever. */
export function agentWaiting(ms: number): Dispatcher | undefined {
  // Making one loads the platform's client, which sets up its agent.
  new globalThis.Headers();
  const agent = Reflect.get(globalThis, platformAgent) as
    { readonly constructor: MakeDispatcher } | undefined;
  return agent === undefined ? undefined : new agent.constructor({ headersTimeout: ms, bodyTimeout: ms });
}
