// A chat as the hosts compose it, over a session on disk: real tools, prompts and telemetry; with any provider, or with
// Anthropic's own SDK in front of a transport that answers at once: what that is given would go on the wire.

import { join } from 'node:path';
import { createAnthropic } from '../../../src/adapters/anthropic/client.ts';
import { openChat } from '../../../src/adapters/open-chat.ts';
import { createNodeProcessRunner } from '../../../src/adapters/process/node-process-runner.ts';
import { loadPrompts } from '../../../src/adapters/prompts/library.ts';
import { workspaceSearch } from '../../../src/adapters/search/workspace-search.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { randomIds } from '../../../src/adapters/system/ids.ts';
import { nodeSha256 } from '../../../src/adapters/system/sha256.ts';
import { HeadlessPerson } from '../../../src/cli/headless-person.ts';
import type { ChatSession } from '../../../src/core/agent/chat-session.ts';
import { noMasking } from '../../../src/core/evidence/secrets.ts';
import { ok } from '../../../src/base/result.ts';
import type { Provider } from '../../../src/core/provider/provider.ts';
import type { Person } from '../../../src/core/tools/person.ts';
import type { SessionHandle } from '../../../src/core/sessions/store.ts';
import { readSettings } from '../../../src/core/settings/settings.ts';
import { anthropicWire } from '../../support/loopback/anthropic-wire.ts';
import type { Reply } from '../../support/loopback/reply.ts';
import { pace } from './engine.ts';
import { benchRoot } from './places.ts';

/** Tokens; nothing is ever compacted for want of room. */
const boundless = 1_000_000_000;

export interface WiredParts {
  /** The one folder that is open. */
  readonly workspace: string;
  /** Asked once a request, with the bytes of its body. */
  readonly answer: (body: number) => Reply | Promise<Reply>;
  /** Told when an answer has ended. */
  readonly answered: () => void;
}

export function openWiredChat(session: SessionHandle, parts: WiredParts): Promise<ChatSession> {
  return openWholeChat(session, { workspace: parts.workspace, provider: wiredProvider(parts) });
}

export interface WholeParts {
  /** The one folder that is open. */
  readonly workspace: string;
  /** Answers and summarises. */
  readonly provider: Provider;
  /** Asked before a command runs; without one nothing is asked. */
  readonly person?: Person | undefined;
}

export async function openWholeChat(
  session: SessionHandle,
  { workspace, provider, person }: WholeParts,
): Promise<ChatSession> {
  const { settings } = readSettings({
    providers: { anthropic: { contextWindow: boundless } },
    'models.default': 'anthropic/claude-sonnet-4-5',
  });
  const { chat } = await openChat(
    {
      ...{ clock: systemClock, ids: randomIds, pace, sha256: nodeSha256, masker: noMasking },
      prompts: loadPrompts(join(benchRoot, 'prompts')),
      search: workspaceSearch(undefined),
      processes: createNodeProcessRunner(),
      tokenizerWorker: join(benchRoot, 'dist', 'tokenizer-worker.cjs'),
      shell: '/bin/sh',
    },
    {
      ...{ session, settings: () => settings, person: person ?? new HeadlessPerson() },
      models: { provider: () => ok(provider), idleSeconds: () => 120, reported: () => undefined },
      rules: { load: () => [], save: () => Promise.resolve() },
      roots: () => [workspace],
      trusted: () => true,
      mode: () => (person === undefined ? 'full-auto' : 'ask'),
      warn: () => undefined,
      report: () => undefined,
    },
  );
  return chat;
}

function wiredProvider({ answer, answered }: WiredParts): Provider {
  const provider = createAnthropic({
    apiKey: 'none',
    fetch: async (_, init) => {
      const { frames } = anthropicWire.render(await answer((init?.body as Uint8Array).length));
      const headers = { 'content-type': 'text/event-stream' };
      return new Response(frames.join(''), { headers });
    },
  });
  return {
    ...provider,
    stream: async function* (request, signal) {
      for await (const event of provider.stream(request, signal)) {
        if (event.type === 'stop') answered();
        yield event;
      }
    },
  };
}
