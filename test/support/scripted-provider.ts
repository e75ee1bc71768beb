// A provider that answers each request with a script of its own and records what it was asked. It is deaf to its signal
// on purpose: whoever reads it must stop by itself.

import type { ProviderEvent } from '../../src/core/provider/events.ts';
import type { ProviderFailure } from '../../src/core/provider/failures.ts';
import type { Provider } from '../../src/core/provider/provider.ts';
import type { ChatRequest } from '../../src/core/provider/request.ts';

/** One thing a script does: gives an event, waits for a promise, or runs something of the test. */
export type ScriptStep =
  | ProviderEvent
  | { readonly type: 'wait'; readonly until: Promise<unknown> }
  | { readonly type: 'run'; readonly run: () => void | Promise<void> };

export type Script = readonly ScriptStep[];

/** A request as it came, and what became of the reading of its answer. */
class Asked {
  readonly request: ChatRequest;
  readonly signal: AbortSignal;
  /** Events handed over. */
  given = 0;
  /** The reader let go of the answer. */
  released = false;

  constructor(request: ChatRequest, signal: AbortSignal) {
    this.request = request;
    this.signal = signal;
  }
}

export class ScriptedProvider implements Provider {
  readonly name: string;
  readonly asked: Asked[] = [];
  private readonly scripts: readonly Script[];

  /** The n-th request gets the n-th script; one more request than scripts is a fault of the test and throws. */
  constructor(scripts: readonly Script[], name = 'anthropic') {
    this.scripts = scripts;
    this.name = name;
  }

  get requests(): readonly ChatRequest[] {
    return this.asked.map(({ request }) => request);
  }

  stream(request: ChatRequest, signal: AbortSignal): AsyncIterable<ProviderEvent> {
    const script = this.scripts[this.asked.length];
    if (script === undefined) throw new Error(`No script for request ${this.asked.length + 1}`);
    const asked = new Asked(request, signal);
    this.asked.push(asked);
    return { [Symbol.asyncIterator]: () => played(script, asked) };
  }

  body(request: ChatRequest): unknown {
    return request;
  }
}

/** Waits for ever. */
export const hangs: ScriptStep = { type: 'wait', until: new Promise(() => undefined) };

/** Waits until the promise settles. */
export function waits(until: Promise<unknown>): ScriptStep {
  return { type: 'wait', until };
}

/** Runs something between two events. */
export function runs(run: () => void | Promise<void>): ScriptStep {
  return { type: 'run', run };
}

/** A whole answer: the text in pieces of `length` UTF-16 units, then the end. */
export function says(text: string, length = text.length): Script {
  const pieces: ScriptStep[] = [];
  for (let place = 0; place < text.length; place += length) {
    pieces.push({ type: 'text', text: text.slice(place, place + length) });
  }
  return [...pieces, { type: 'stop', reason: 'end' }];
}

/** No answer but a failure. */
export function failsWith(failure: ProviderFailure): Script {
  return [{ type: 'failure', failure }];
}

function played(script: Script, asked: Asked): AsyncIterator<ProviderEvent> {
  let place = 0;
  return {
    next: async () => {
      for (;;) {
        const step = script[place++];
        if (step === undefined) return { done: true, value: undefined };
        if (step.type === 'wait') await step.until;
        else if (step.type === 'run') await step.run();
        else {
          asked.given++;
          return { done: false, value: step };
        }
      }
    },
    return: async () => {
      asked.released = true;
      return { done: true, value: undefined };
    },
  };
}
