// A command that prints a gigabyte.

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

const oneCall: Answers = async function* (request) {
  await Promise.resolve();
  if (request === 0) yield { type: 'tool-call', callId: 'call', name: 'look', input: '{}' };
  yield { type: 'text', text: 'Done.' };
  yield { type: 'stop', reason: request === 0 ? 'tool-use' : 'end' };
};

function commandTool(command: string): Tool {
  return async ({ callId }, executions, signal) => {
    const start = { callId, owner: '/root', command, cwd: '/', yieldMs };
    const { render } = await executions.start(start, signal);
    return { ...textOutcome(`${render.output.head}${render.output.tail}`), execution: render };
  };
}

async function chatIn(root: string, parts: ChatParts): Promise<ChatSession> {
  const store = storeOver(filesWithoutSync(), root);
  return openChat(valueOf(await store.create({ name: 'bench' }, never)), parts);
}

async function said(chat: ChatSession): Promise<void> {
  valueOf(await chat.submit('Go', { whileBusy: 'follow-up' }));
}

export const commandsInChatRow: Row = {
  id: 'chat-commands',
  title: 'A command that prints 1 GB',
  method:
    'A turn with one command. Peak resident memory less that of a command that prints a word, and the longest time between two turns of the event loop while it prints. Median of 3 processes each.',
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
    return figures;
  },
};
