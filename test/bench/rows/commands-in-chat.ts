// A command that prints a gigabyte, and how soon anything that runs answers a stop.

import { never, valueOf } from '../../support/expect.ts';
import type { ChatSession } from '../../../src/core/agent/chat-session.ts';
import { openChat, textOutcome, type Answers, type ChatParts, type Tool } from '../lab/chat.ts';
import { filesWithoutSync } from '../lab/counted-files.ts';
import { storeOver } from '../lab/engine.ts';
import { Heartbeat } from '../lab/heartbeat.ts';
import { numberOf, textOf, type Measurement } from '../lab/measurement.ts';
import { peakBytes } from '../lab/peak.ts';
import { atMost, megabytes, milliseconds, type Figure, type Row } from '../lab/row.ts';
import { timed } from '../lab/stopwatch.ts';

const runs = 3;
const yieldMs = 600_000;

/** Runs one command in a turn to its end. */
export const measureFlood: Measurement = async (given) => {
  const line = textOf(given, 'command');
  const chat = await chatIn(textOf(given, 'path'), { answers: oneCall, tool: commandTool(line) });
  const heartbeat = new Heartbeat();
  const { ms } = await timed(async () => {
    await said(chat);
    await chat.idle();
  });
  const slice = heartbeat.stop();
  await chat.dispose();
  return { peak: peakBytes(), ms, slice };
};

/** Stops a turn in the middle of something; `what` says of what. */
export const measureStop: Measurement = async (given) => {
  const parts = stopped[textOf(given, 'what')];
  if (parts === undefined) throw new Error(`Nothing is known of ${textOf(given, 'what')}`);
  const chat = await chatIn(textOf(given, 'path'), parts);
  await said(chat);
  // The command has set its traps, the answer has begun.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { ms } = await timed(async () => {
    chat.stop();
    await chat.idle();
  });
  await chat.dispose();
  return { ms };
};

const oneCall: Answers = async function* (request) {
  await Promise.resolve();
  if (request === 0) yield { type: 'tool-call', callId: 'call', name: 'look', input: '{}' };
  yield { type: 'text', text: 'Done.' };
  yield { type: 'stop', reason: request === 0 ? 'tool-use' : 'end' };
};

const hangs: Answers = async function* () {
  yield { type: 'text', text: 'The beginning' };
  await new Promise(() => undefined);
};

function commandTool(command: string): Tool {
  return async ({ callId }, executions, signal) => {
    const start = { callId, owner: '/root', command, cwd: '/', yieldMs };
    const { render } = await executions.start(start, signal);
    return { ...textOutcome(`${render.output.head}${render.output.tail}`), execution: render };
  };
}

const stopped: Readonly<Record<string, ChatParts>> = {
  'an answer that hangs': { answers: hangs },
  'a command that sleeps': { answers: oneCall, tool: commandTool('sleep 30') },
  'a command that minds no signal': { answers: oneCall, tool: commandTool("trap '' TERM INT; sleep 30") },
  'a command that floods': { answers: oneCall, tool: commandTool('yes') },
};

async function chatIn(root: string, parts: ChatParts): Promise<ChatSession> {
  const store = storeOver(filesWithoutSync(), root);
  return openChat(valueOf(await store.create({ name: 'bench' }, never)), parts);
}

async function said(chat: ChatSession): Promise<void> {
  valueOf(await chat.submit('Go', { whileBusy: 'follow-up' }));
}

export const commandsInChatRow: Row = {
  id: 'chat-commands',
  title: 'A command that prints 1 GB, and stopping',
  method:
    'A turn with one command. Peak resident memory less that of a command that prints a word, and the longest time between two turns of the event loop while it prints. A stop is timed from the order to the settled turn, in a turn that has run for half a second; processes of a command may end later. Median of 3 processes each.',
  figures: async (lab) => {
    const flood = (command: string) =>
      lab.medians(runs, () => lab.withFolder((path) => lab.measure('flood', { path, command })));
    const [word, gigabyte] = [await flood('echo word'), await flood('yes | head -c 1000000000')];
    const above = numberOf(gigabyte, 'peak') - numberOf(word, 'peak');
    const figures: Figure[] = [
      atMost(
        'memory of 1 GB printed',
        above,
        { most: 50e6, text: megabytes },
        milliseconds(numberOf(gigabyte, 'ms')),
      ),
      atMost('longest slice meanwhile', numberOf(gigabyte, 'slice'), { most: 50, text: milliseconds }),
    ];
    for (const what of Object.keys(stopped)) {
      const found = await lab.medians(runs, () =>
        lab.withFolder((path) => lab.measure('stop', { path, what })),
      );
      figures.push(atMost(`stopping ${what}`, numberOf(found, 'ms'), { most: 200, text: milliseconds }));
    }
    return figures;
  },
};
