// What the loop costs by itself: time of a step at a long segment, and memory of a turn with many calls.

import { never, valueOf } from '../../support/expect.ts';
import { callsInARow, openChat, textOutcome } from '../lab/chat.ts';
import { filesWithoutSync } from '../lab/counted-files.ts';
import { openSession, storeOver } from '../lab/engine.ts';
import { numberOf, textOf, type Measurement } from '../lab/measurement.ts';
import { peakBytes } from '../lab/peak.ts';
import { atMost, megabytes, milliseconds, type Figure, type Row } from '../lab/row.ts';
import { collectGarbage, median } from '../lab/stopwatch.ts';

const segmentMb = 10;
const steps = 200;
const warmUps = 30;
const calls = 1000;
const outputBytes = 10_000;
const runs = 3;

/** A turn of so many steps over the session at `path`: a request, its answer, one call and its result each. */
export const measureSteps: Measurement = async (given) => {
  const isDurable = numberOf(given, 'durable') === 1;
  const session = await openSession(textOf(given, 'path'), isDurable ? undefined : filesWithoutSync());
  const warm = await openChat(session, { answers: callsInARow(warmUps) });
  await turn(warm);
  const times: number[] = [];
  let last: number | undefined;
  const asked = (): void => {
    const now = performance.now();
    if (last !== undefined) times.push(now - last);
    last = now;
  };
  const chat = await openChat(session, { answers: callsInARow(steps, asked) });
  await turn(chat);
  await chat.dispose();
  return { step: median(times), mean: times.reduce((sum, time) => sum + time, 0) / times.length };
};

/** A turn whose calls return so much: the most memory in use at any request, above that at the first one. */
export const measureTurnMemory: Measurement = async (given) => {
  const root = textOf(given, 'path');
  const session = valueOf(await storeOver(filesWithoutSync(), root).create({ name: 'bench' }, never));
  const line = 'x'.repeat(outputBytes);
  const used: number[] = [];
  let received = 0;
  const chat = await openChat(session, {
    answers: callsInARow(calls, () => used.push(bytesInUse())),
    tool: (call) => {
      received += outputBytes;
      return Promise.resolve(textOutcome(`${call.callId} ${line}`.slice(0, outputBytes)));
    },
  });
  collectGarbage();
  await turn(chat);
  await chat.dispose();
  return { above: Math.max(...used) - (used[0] ?? 0), received, peak: peakBytes() };
};

/** Garbage that was not collected yet included. */
function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function turn(chat: Awaited<ReturnType<typeof openChat>>): Promise<void> {
  valueOf(await chat.submit('Go', { whileBusy: 'follow-up' }));
  const settled = await chat.idle();
  if (settled?.outcome !== 'success') throw new Error(`The turn ended ${JSON.stringify(settled)}`);
}

export const chatStepsRow: Row = {
  id: 'chat-steps',
  title: 'A step of the agent loop at a 10 MB segment, and a turn of 1000 tool calls',
  method:
    'A step is gate, request built from the records, answer, call and result appended; model and tool take no time. Its time is without what a sync takes; beside it with. The step in the middle of 200 in a row, median of 3 processes. Memory: heap and buffers in use, garbage included, at any request of a turn whose 1000 results are 10 000 characters each, less those at its first; the model keeps no request.',
  figures: async (lab) => {
    const step = (durable: number) =>
      lab.medians(runs, () =>
        lab.withCopy({ kind: 'session', mb: segmentMb }, (path) =>
          lab.measure('chat-steps', { path, durable }),
        ),
      );
    const memory = await lab.medians(runs, () =>
      lab.withFolder((path) => lab.measure('turn-memory', { path }, { collects: true })),
    );
    const [plain, durable] = [await step(0), await step(1)];
    const mean = milliseconds(numberOf(plain, 'mean'));
    const besides = `${mean} on average, ${milliseconds(numberOf(durable, 'step'))} with syncs`;
    const received = numberOf(memory, 'received');
    const beside = `${megabytes(received)} received; ${megabytes(numberOf(memory, 'peak'))} resident`;
    const figures: Figure[] = [
      atMost('time of a step', numberOf(plain, 'step'), { most: 5, text: milliseconds }, besides),
      atMost(
        `memory of ${calls} calls in a turn`,
        numberOf(memory, 'above'),
        { most: 3 * received + 20e6, text: megabytes },
        beside,
      ),
    ];
    return figures;
  },
};
