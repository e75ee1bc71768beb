// The one place that talks to VS Code: messages out and in, and the little state a page keeps over its rebuild.

import * as z from 'zod';
import { createChannel, type Channel } from '../src/protocol/channel.ts';
import { toHost } from '../src/protocol/messages.ts';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export interface Bridge {
  readonly channel: Channel;
  readonly kept: unknown;
  keep(state: unknown): void;
}

const frameSchema = z.object({ segue: z.number() });

export function connect(): Bridge {
  const api = acquireVsCodeApi();
  const channel: Channel = createChannel({
    end: crypto.randomUUID(),
    post: (message) => {
      api.postMessage(message);
      return true;
    },
    report: (text) => void channel.tell(toHost.problem, { text }),
  });
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // The page also gets messages of the browser and of VS Code's own parts: those are not for us.
    if (frameSchema.safeParse(data).success) channel.receive(data);
  });
  window.addEventListener('error', ({ message }) => void channel.tell(toHost.problem, { text: message }));
  window.addEventListener('unhandledrejection', ({ reason }) => {
    void channel.tell(toHost.problem, { text: String(reason) });
  });
  return {
    channel,
    kept: api.getState(),
    keep: (state) => api.setState(state),
  };
}
