// A child that lets the disk run full in the middle of what the whole chat does, and checks what became of it:
// node exhaust-chat <moment> <here|reopened> <disk> <work> <prompts>. It ends with 3 when nothing stopped it.

import assert from 'node:assert/strict';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { verifySessionFolder } from '../../src/adapters/disk/verify-session.ts';
import { openChat } from '../../src/adapters/open-chat.ts';
import { createNodeProcessRunner } from '../../src/adapters/process/node-process-runner.ts';
import { loadPrompts } from '../../src/adapters/prompts/library.ts';
import { workspaceSearch } from '../../src/adapters/search/workspace-search.ts';
import { createSecretMasker } from '../../src/adapters/secrets/masker.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { randomIds } from '../../src/adapters/system/ids.ts';
import { createPace } from '../../src/adapters/system/pace.ts';
import { nodeSha256 } from '../../src/adapters/system/sha256.ts';
import { HeadlessPerson } from '../../src/cli/headless-person.ts';
import type { ChatSession } from '../../src/core/agent/chat-session.ts';
import type { ChatEvent } from '../../src/core/agent/events.ts';
import { settledText } from '../../src/core/agent/notices.ts';
import { describeStoreFailure } from '../../src/core/sessions/failures.ts';
import { segmentName } from '../../src/core/sessions/names.ts';
import type { SessionHandle } from '../../src/core/sessions/store.ts';
import { readSettings } from '../../src/core/settings/settings.ts';
import { headingsFor } from '../../src/core/summary/purpose.ts';
import type { TranscriptRecord } from '../../src/core/transcript/record.ts';
import { asksFor, longTurns } from '../support/chat-answers.ts';
import { modelsOver } from '../support/chat-doubles.ts';
import { realDiskPorts, realStore } from '../support/disk-store.ts';
import { errorOf, never, valueOf } from '../support/expect.ts';
import { RecordingProvider } from '../support/recording-provider.ts';
import { ScriptedProvider, runs, says, type Script } from '../support/scripted-provider.ts';
import { assertSound } from '../support/sound-request.ts';

const [moment, after, disk, work, prompts] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const store = realStore(disk);
const filler = join(disk, 'filler');
const large = 'a word '.repeat(2000);
const summary = headingsFor('continuation')
  .map((heading) => `## ${heading}\n- (none)`)
  .join('\n');
const awaitsGo = 'until [ -e go ]; do sleep 0.02; done';

/** Everything the person was told, over all chats of the session. */
const told: string[] = [];
/** Records that were told of: they are on disk. */
const confirmed = new Set<string>();
const requests: RecordingProvider[] = [];

interface Moment {
  readonly before?: readonly TranscriptRecord[];
  readonly scripts: (session: SessionHandle) => readonly Script[];
  readonly summary?: Script;
  readonly hear?: (event: ChatEvent) => void;
  /** What is done until the disk has stopped something. */
  readonly act: (chat: ChatSession) => Promise<void>;
  /** How it goes on once there is room. */
  readonly goOn: (chat: ChatSession) => Promise<void>;
  /** Scripts of what goes on, and what the model must have heard of by then. */
  readonly then: readonly Script[];
  readonly heard: readonly string[];
  /** Ends of commands the model must have heard of. */
  readonly mail?: number;
}

const retry = async (chat: ChatSession): Promise<void> => {
  chat.retry();
  const settled = await chat.idle();
  assert.equal(settled?.outcome, 'success', told.join(' | '));
};

const moments: Readonly<Record<string, Moment>> = {
  'the send': {
    scripts: () => [],
    act: async (chat) => {
      await fillWholly(chat.session);
      const refused = await chat.submit('Look around', { whileBusy: 'follow-up' });
      told.push(describeStoreFailure(errorOf(refused)));
      await chat.idle();
    },
    goOn: (chat) => say(chat, 'Look around'),
    then: [says('Done.')],
    heard: ['Look around'],
  },
  'the answer': {
    scripts: () => [[runs(() => fill()), ...says(large)]],
    act: (chat) => say(chat, 'Look around'),
    goOn: retry,
    then: [says('Done.')],
    heard: ['Look around'],
  },
  'the answer, with a queue': {
    scripts: (session) => [[runs(() => steered()), runs(() => fillWholly(session)), ...says(large)]],
    act: async (chat) => {
      steered = async () => {
        valueOf(await chat.submit('And the cellar', { whileBusy: 'steer' }));
        valueOf(await chat.submit('Then the roof', { whileBusy: 'follow-up' }));
      };
      await say(chat, 'Look around');
    },
    goOn: retry,
    then: [says('Done.'), says('Done too.')],
    heard: ['Look around', 'And the cellar', 'Then the roof'],
  },
  'the results': {
    scripts: () => [
      asksFor(
        ['one', 'run_command', { command: `printf '%s' "${large}"` }],
        ['two', 'run_command', { command: `printf '%s' "${large}"` }],
      ),
    ],
    hear: (event) => {
      if (event.event === 'records' && event.records.some(({ kind }) => kind === 'tool-call')) fill();
    },
    act: (chat) => say(chat, 'Look around'),
    goOn: retry,
    then: [says('Done.')],
    heard: ['Look around'],
  },
  'the successor': {
    before: longTurns(6, 2800).records(),
    scripts: () => [asksFor(['one', 'run_command', { command: `printf '%s' "${large}"` }])],
    summary: [runs(() => fill()), ...says(summary)],
    act: (chat) => say(chat, 'Look around'),
    goOn: retry,
    then: [says('Done.')],
    heard: ['Look around'],
  },
  'the end of a command': {
    scripts: () => [
      asksFor([
        'one',
        'run_command',
        { command: `${awaitsGo}; printf '%s' "${large}"; touch ended`, yield_seconds: 0 },
      ]),
      says('It runs.'),
    ],
    act: async (chat) => {
      await say(chat, 'Look around');
      await fillWholly(chat.session);
      writeFileSync(join(work, 'go'), '');
      await until(() => existsSync(join(work, 'ended')) && told.length > 0);
    },
    goOn: async (chat) => {
      await say(chat, 'And now?');
      await say(chat, 'And then?');
    },
    then: [says('Done.'), says('Done.')],
    heard: ['Look around', 'And now?', 'And then?'],
    mail: 1,
  },
};

let steered = (): Promise<void> => Promise.resolve();

const scene = moments[moment];
assert.ok(scene !== undefined, moment);
await mkdir(work, { recursive: true });
const handle = valueOf(
  await store.create({ name: 'Full', workspace: work, model: { provider: 'local', model: 'm' } }, never),
);
if (scene.before !== undefined) valueOf(await handle.write.append(scene.before, never));
for (const { id } of scene.before ?? []) confirmed.add(id);
let chat = await opened(handle, [...scene.scripts(handle), ...(after === 'here' ? scene.then : [])]);
await scene.act(chat);
if (told.length === 0) process.exit(3);
assert.equal(told.length, 1, told.join(' | '));
assert.match(told[0] ?? '', /[Tt]he disk is full: \S+ could not be written/);
if (after === 'reopened') {
  await chat.dispose();
  rmSync(filler);
  chat = await opened(valueOf(await store.open(handle.path, 'write', never)), scene.then);
  assert.deepEqual(chat.session.repairs, []);
} else rmSync(filler);
await scene.goOn(chat);
await chat.dispose();
assert.equal(told.length, 1, told.join(' | '));
await assertIntact(handle.path);
process.stdout.write(`${confirmed.size} records confirmed; ${told[0]}\n`);

async function opened(session: SessionHandle, scripts: readonly Script[]): Promise<ChatSession> {
  const pace = createPace();
  const provider = new RecordingProvider(new ScriptedProvider(scripts, 'local'), assertSound);
  requests.push(provider);
  const summariser = new ScriptedProvider(
    requests.length === 1 ? [scene?.summary ?? [], says(summary)] : [says(summary)],
    'summaries',
  );
  const { settings } = readSettings({
    'budget.reserveTokens': 500,
    'models.summarization': 'summaries/s',
    providers: { local: { contextWindow: 30_000 }, summaries: { contextWindow: 100_000 } },
  });
  const { chat } = await openChat(
    {
      ...{ clock: systemClock, ids: randomIds, pace, sha256: nodeSha256, shell: undefined },
      prompts: loadPrompts(prompts),
      masker: createSecretMasker({ pace }),
      search: workspaceSearch(undefined),
      processes: createNodeProcessRunner({ shell: '/bin/sh' }),
      tokenizerWorker: join(work, 'no-tokenizer.cjs'),
    },
    {
      session,
      settings: () => settings,
      models: modelsOver({ chat: provider, summary: summariser }),
      person: new HeadlessPerson(),
      rules: { load: () => [], save: () => Promise.resolve() },
      roots: () => [work],
      trusted: () => true,
      mode: () => 'full-auto',
      warn: (text) => told.push(text),
      report: (problem) => told.push(problem),
    },
  );
  chat.listen(hear);
  return chat;
}

function hear(event: ChatEvent): void {
  scene?.hear?.(event);
  if (event.event === 'records') for (const { id } of event.records) confirmed.add(id);
  if (event.event === 'notice' && event.level !== 'info') told.push(event.text);
  const ended = event.event === 'settled' ? settledText(event.settled) : undefined;
  if (ended !== undefined) told.push(ended);
}

async function say(chat: ChatSession, text: string): Promise<void> {
  valueOf(await chat.submit(text, { whileBusy: 'follow-up' }));
  await chat.idle();
}

/** Takes every page there is. */
function fill(): void {
  try {
    writeFileSync(filler, Buffer.alloc(64 * 1024 * 1024));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
    throw error;
  }
  process.exit(3);
}

/** Takes every page, and leaves next to nothing of the one the segment ends in. */
async function fillWholly(session: SessionHandle): Promise<void> {
  const left = (): number => 4096 - (statSync(join(session.path, segmentName(1))).size % 4096);
  const pad = (length: number): TranscriptRecord => ({
    ...{ kind: 'notice', id: randomIds.next('record'), turn: 0, at: '', level: 'info' },
    text: '.'.repeat(length),
  });
  const empty = JSON.stringify(pad(0)).length + 1;
  const length = left() - empty < 0 ? left() + 4096 - empty : left() - empty;
  valueOf(await session.write.append([pad(length)], never));
  fill();
}

/** Polls for some seconds; what never comes fails. */
async function until(done: () => boolean): Promise<void> {
  for (let polls = 0; !done(); polls++) {
    assert.ok(polls < 1000, 'it never came');
    await systemClock.delay(10, never);
  }
}

/** Every confirmed record is there once for the model, and what was said was heard once, in its order. */
async function assertIntact(path: string): Promise<void> {
  const reopened = valueOf(await store.open(path, 'read', never));
  assert.deepEqual(reopened.repairs, []);
  const found: TranscriptRecord[] = [];
  for (let number = 1; number <= reopened.session().activeSegment; number++) {
    const { records } = valueOf(await reopened.segment(number, never));
    found.push(...records.filter((record) => !('copiedFrom' in record)));
  }
  await reopened.close();
  const ids = found.map(({ id }) => id);
  assert.deepEqual([...new Set(ids)], ids);
  assert.deepEqual(
    [...confirmed].filter((id) => !ids.includes(id)),
    [],
  );
  const { outbox, queue } = reopened.session();
  assert.deepEqual([outbox, queue.steering, queue.followUps], [[], [], []]);
  const last = JSON.stringify(requests.at(-1)?.requests.at(-1)?.messages);
  assert.equal(last.split('has ended: ').length - 1, scene?.mail ?? 0);
  for (const text of scene?.heard ?? []) assert.equal(last.split(text).length, 2, text);
  const places = scene?.heard.map((text) => last.indexOf(text)) ?? [];
  assert.deepEqual(
    places.toSorted((one, other) => one - other),
    places,
  );
  for (const call of found.filter((one) => one.kind === 'tool-call'))
    assert.equal(found.filter((one) => one.kind === 'tool-result' && one.callId === call.callId).length, 1);
  const ends = found.filter((one) => one.kind === 'execution-completion').map((one) => one.executionId);
  assert.deepEqual([...new Set(ends)], ends);
  const verified = valueOf(await verifySessionFolder(realDiskPorts(), path, never));
  assert.deepEqual(verified.problems, []);
}
