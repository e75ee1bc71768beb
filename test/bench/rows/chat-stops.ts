// How soon anything that runs in a chat answers a stop.

import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Activity } from '../../../src/core/agent/events.ts';
import type { ProviderEvent } from '../../../src/core/provider/events.ts';
import type { Provider } from '../../../src/core/provider/provider.ts';
import { headingsFor } from '../../../src/core/summary/purpose.ts';
import type { Person } from '../../../src/core/tools/person.ts';
import { deferred } from '../../support/deferred.ts';
import { valueOf } from '../../support/expect.ts';
import { openSession } from '../lab/engine.ts';
import { numberOf, textOf, type Measurement } from '../lab/measurement.ts';
import { atMost, milliseconds, type Figure, type Row } from '../lab/row.ts';
import { timed } from '../lab/stopwatch.ts';
import { openWholeChat } from '../lab/wired-chat.ts';

const runs = 3;
const segmentMb = 5;
/** Milliseconds for what is to be stopped to begin. */
const mostWaits = 10_000;

interface Stopped {
  /** What must be going on when the order comes. */
  readonly doing: Activity['doing'];
  /** Milliseconds from when that is so to the order: the command has set its traps, the answer has begun. */
  readonly after: number;
  /** What comes before it. */
  readonly begun?: Promise<void>;
  readonly answer: () => AsyncIterable<ProviderEvent>;
  readonly compacts?: true;
  readonly person?: Person;
  /** Makes what a tool works on. */
  readonly prepare?: (workspace: string) => Promise<void>;
}

/** Stops a chat over the session at `path` in the middle of `what`: milliseconds to the settled turn. */
export const measureStop: Measurement = async (given) => {
  const stopped = stops[textOf(given, 'what')];
  if (stopped === undefined) throw new Error(`Nothing is known of ${textOf(given, 'what')}`);
  const workspace = textOf(given, 'workspace');
  await stopped.prepare?.(workspace);
  const { answer, person } = stopped;
  const provider: Provider = {
    name: 'anthropic',
    body: (request) => request,
    stream: answer,
  };
  const session = await openSession(textOf(given, 'path'));
  const chat = await openWholeChat(session, { workspace, provider, person });
  if (stopped.compacts === true) void chat.compact({ tail: 'recent' });
  else valueOf(await chat.submit('Go', { whileBusy: 'follow-up' }));
  await stopped.begun;
  for (let waited = 0; waited < mostWaits && chat.activity().doing !== stopped.doing; waited++) await wait(1);
  await wait(stopped.after);
  const { doing } = chat.activity();
  if (doing !== stopped.doing) throw new Error(`It was ${doing}, not ${stopped.doing}`);
  const { ms } = await timed(async () => {
    chat.stop();
    await chat.idle();
  });
  await chat.dispose();
  return { ms };
};

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function* hangs(): AsyncGenerator<ProviderEvent> {
  await new Promise(() => undefined);
  yield { type: 'stop', reason: 'end' };
}

async function* streams(): AsyncGenerator<ProviderEvent> {
  for (;;) {
    await wait(2);
    yield { type: 'text', text: 'A few words more. ' };
  }
}

async function* fails(): AsyncGenerator<ProviderEvent> {
  yield await Promise.resolve({
    type: 'failure',
    failure: { kind: 'rate-limit', detail: 'too many requests', retryAfterSeconds: 30 },
  } as const);
}

const summarised = deferred();

async function* summarises(): AsyncGenerator<ProviderEvent> {
  const text = headingsFor('continuation').map((heading) => `## ${heading}\n(none)`);
  yield await Promise.resolve({ type: 'text', text: text.join('\n') } as const);
  summarised.resolve();
  yield { type: 'stop', reason: 'end' };
}

function calls(name: string, input: object): () => AsyncIterable<ProviderEvent> {
  return async function* () {
    yield { type: 'tool-call', callId: 'call', name, input: JSON.stringify(input) };
    yield await Promise.resolve({ type: 'stop', reason: 'tool-use' } as const);
  };
}

function command(line: string): Stopped {
  const input = { command: line, yield_seconds: 60 };
  return { doing: 'tools', after: 500, answer: calls('run_command', input) };
}

/** Nobody answers before the question is taken back. */
const silent: Person = {
  permit: (_, signal) => untilAborted(signal, { answer: 'deny', why: undefined } as const),
  review: (_, signal) => untilAborted(signal, { answer: 'reject', why: undefined } as const),
  ask: (_, signal) => untilAborted(signal, { answer: 'nobody', why: 'nobody is there' } as const),
};

function untilAborted<T>(signal: AbortSignal, answer: T): Promise<T> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(answer), { once: true }));
}

/** 20 000 files in 200 folders. */
async function largeTree(workspace: string): Promise<void> {
  const text = 'A line of text that is like any other line.\n'.repeat(100);
  for (let folder = 0; folder < 200; folder++) {
    const path = join(workspace, `folder-${folder}`);
    await mkdir(path);
    await Promise.all(Array.from({ length: 100 }, (_, file) => writeFile(join(path, `${file}.txt`), text)));
  }
}

/** 300 MB of lines. */
async function largeFile(workspace: string): Promise<void> {
  const text = 'A line of text that is like any other line.\n'.repeat(220_000);
  for (let piece = 0; piece < 31; piece++) await appendFile(join(workspace, 'large.txt'), text);
}

const stops: Readonly<Record<string, Stopped>> = {
  'an answer that streams': { doing: 'thinking', after: 500, answer: streams },
  'a provider that hangs': { doing: 'thinking', after: 500, answer: hangs },
  'the wait before a retry': { doing: 'retrying', after: 500, answer: fails },
  'a command that sleeps': command('sleep 60'),
  'a command that minds no signal': command("trap '' TERM INT HUP; while :; do sleep 1; done"),
  'a command with children of children': command(
    "sh -c 'sleep 60 & sh -c \"sleep 60 & sleep 60\"' & sh -c 'sleep 60; true' & wait",
  ),
  'a command that floods': command('yes'),
  'a question for a permission': { ...command('sleep 60'), person: silent },
  'a search in 20 000 files': {
    ...{ doing: 'tools', after: 10, answer: calls('search_text', { pattern: 'not to be found' }) },
    prepare: largeTree,
  },
  'a read at the end of 300 MB': {
    ...{ doing: 'tools', after: 10, answer: calls('read_file', { path: 'large.txt', offset: 6_800_000 }) },
    prepare: largeFile,
  },
  'a request for a summary': { doing: 'compacting', after: 500, answer: hangs, compacts: true },
  'a compaction that has its summary': {
    ...{ doing: 'compacting', after: 0, begun: summarised.promise, answer: summarises, compacts: true },
  },
};

export const chatStopsRow: Row = {
  id: 'chat-stops',
  title: 'Stopping anything that runs',
  method:
    'From the order to the settled turn, or to the end of the compaction, in a chat as the hosts compose it over a session of 5 MB, with real tools, disk and processes; what a command leaves behind may end later, by force. Without ripgrep a search walks the tree itself. The slowest of 3 processes each.',
  figures: async (lab) => {
    const figures: Figure[] = [];
    for (const what of Object.keys(stops)) {
      const found = await lab.largest(runs, () =>
        lab.withFolder((workspace) =>
          lab.withCopy({ kind: 'session', mb: segmentMb }, (path) =>
            lab.measure('stop', { path, workspace, what }),
          ),
        ),
      );
      figures.push(atMost(what, numberOf(found, 'ms'), { most: 200, text: milliseconds }));
    }
    return figures;
  },
};
