// One life of the program: a session and its chat on this machine, with real tools, commands and SDKs, that does what is
// ordered on its input and tells what is confirmed. It may be killed at any moment.

import path from 'node:path';
import { createInterface } from 'node:readline';
import { openChat } from '../../src/adapters/open-chat.ts';
import { createNodeProcessRunner } from '../../src/adapters/process/node-process-runner.ts';
import { loadPrompts } from '../../src/adapters/prompts/library.ts';
import { workspaceSearch } from '../../src/adapters/search/workspace-search.ts';
import { createSecretMasker } from '../../src/adapters/secrets/masker.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { randomIds } from '../../src/adapters/system/ids.ts';
import { createPace } from '../../src/adapters/system/pace.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { ChatSession } from '../../src/core/agent/chat-session.ts';
import type { ChatEvent } from '../../src/core/agent/events.ts';
import { settledText } from '../../src/core/agent/notices.ts';
import type { ChatModels } from '../../src/core/agent/policies.ts';
import { readSettings } from '../../src/core/settings/settings.ts';
import { HeadlessPerson } from '../../src/cli/headless-person.ts';
import { askedModels } from '../../src/cli/run-models.ts';
import { realStore } from '../support/disk-store.ts';
import { never, valueOf } from '../support/expect.ts';
import { birthSchema, numberedOrderSchema, type Birth, type News, type Order } from './messages.ts';

/** Waits of the program are this much shorter, so that many of them fit into a test. */
const hurry = 10;
const clock: Clock = {
  now: () => systemClock.now(),
  delay: (ms, signal) => systemClock.delay(ms / hurry, signal),
};

const birth = birthSchema.parse(JSON.parse(process.argv[2] ?? ''));
const chat = await born(birth);
tell({ news: 'open', session: chat.session.path });
for await (const line of createInterface({ input: process.stdin })) {
  const { number, order } = numberedOrderSchema.parse(JSON.parse(line));
  const done = await carryOut(order);
  tell({ news: 'did', number, done });
  if (order.do === 'close') break;
}
process.stdin.destroy();

async function born({ root, sessions, session, workspace, provider, baseUrl }: Birth): Promise<ChatSession> {
  const model = { provider, model: 'scripted' };
  const store = realStore(sessions);
  const handle =
    session === ''
      ? valueOf(await store.create({ name: 'Soak', workspace, model }, never))
      : valueOf(await store.open(session, 'write', never));
  valueOf(await handle.write.update({ model }, never));
  const { settings } = readSettings({
    'budget.reserveTokens': 500,
    'compaction.idleTimeoutSeconds': 5,
    'compaction.tailBudget': 0.3,
    providers: { [provider]: { contextWindow: 9000 } },
  });
  const host = {
    env: {},
    cwd: workspace,
    home: root,
    version: '0',
    program: 'segue',
    out: ignore,
    err: ignore,
  };
  const sources = {
    flags: { baseUrl },
    settings,
    host: { ...host, watched: false, signal: never },
    ids: randomIds,
  };
  const pace = createPace();
  const opened = await openChat(
    {
      ...{ clock, ids: randomIds, pace, sha256: nodeSha256, shell: undefined },
      prompts: loadPrompts(path.join(root, 'prompts')),
      masker: createSecretMasker({ pace }),
      search: workspaceSearch(undefined),
      processes: createNodeProcessRunner({ shell: '/bin/sh' }),
      tokenizerWorker: path.join(root, 'dist', 'tokenizer-worker.cjs'),
    },
    {
      session: handle,
      settings: () => settings,
      models: watched(askedModels(model, sources, clock)),
      person: new HeadlessPerson(),
      rules: { load: () => [], save: () => Promise.resolve() },
      roots: () => [workspace],
      trusted: () => true,
      mode: () => 'full-auto',
      warn: ignore,
      report: ignore,
    },
  );
  opened.chat.listen(hear);
  return opened.chat;
}

/** Tells of each request who it is for: a summariser is given no tools. */
function watched(models: ChatModels): ChatModels {
  return {
    ...models,
    provider: (model) => {
      const found = models.provider(model);
      if (!found.ok) return found;
      const { value } = found;
      return {
        ok: true,
        value: {
          ...value,
          stream: (request, signal) => {
            tell({ news: 'asked', what: request.tools.length > 0 ? 'chat' : 'summary' });
            return value.stream(request, signal);
          },
        },
      };
    },
  };
}

function hear(event: ChatEvent): void {
  if (event.event === 'records') tell({ news: 'records', ids: event.records.map((record) => record.id) });
  if (event.event === 'compacted')
    tell({ news: 'compacted', trigger: event.trigger, outcome: event.outcome.outcome });
  if (event.event === 'settled')
    tell({ news: 'settled', outcome: event.settled.outcome, why: settledText(event.settled) ?? '' });
  if (event.event === 'activity')
    tell({ news: 'rests', rests: event.activity.doing === 'nothing' || event.activity.doing === 'held' });
}

async function carryOut(order: Order): Promise<boolean> {
  switch (order.do) {
    case 'say':
      return (await chat.submit(order.text, { whileBusy: order.whileBusy })).ok;
    case 'compact':
      // Its end is told by its events.
      void chat.compact({ tail: order.tail });
      return true;
    case 'pause':
      return (await (order.paused ? chat.pauseQueue() : chat.resumeQueue())).ok;
    case 'remove':
      return remove(order.text);
    case 'stop':
      chat.stop();
      return true;
    case 'retry':
      chat.retry();
      return true;
    case 'go-on':
      chat.goOn();
      return true;
    case 'cancel':
      chat.cancelCompaction();
      return true;
    case 'auto-on':
      chat.turnAutoOnAgain();
      return true;
    case 'close':
      await chat.dispose();
      return true;
  }
}

async function remove(text: string): Promise<boolean> {
  const { outbox, queue } = chat.session.session();
  const waiting = [...outbox, ...queue.steering, ...queue.followUps].find((entry) => entry.text === text);
  if (waiting === undefined) return false;
  const edited = await chat.edit(waiting.id, null);
  return edited.ok && edited.value;
}

/** Pipes are written to at once: what is told was told, whatever happens next. */
function tell(news: News): void {
  process.stdout.write(`${JSON.stringify(news)}\n`);
}

function ignore(): void {
  // Nobody reads it.
}
