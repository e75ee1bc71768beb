// What the loop costs by itself: time of a step at a long segment, and memory of a turn with many calls.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChatSession } from '../../../src/core/agent/chat-session.ts';
import type { SessionHandle } from '../../../src/core/sessions/store.ts';
import { never, valueOf } from '../../support/expect.ts';
import { call, reply, text } from '../../support/loopback/reply.ts';
import { filesWithoutSync } from '../lab/counted-files.ts';
import { openSession, storeOver } from '../lab/engine.ts';
import type { Lab } from '../lab/lab.ts';
import { numberOf, textOf, type Measurement, type Numbers } from '../lab/measurement.ts';
import { peakBytes } from '../lab/peak.ts';
import { atMost, info, megabytes, milliseconds, type Figure, type Row } from '../lab/row.ts';
import { StepTimes } from '../lab/step-times.ts';
import { collectGarbage } from '../lab/stopwatch.ts';
import { timedFiles } from '../lab/sync-times.ts';
import { openWiredChat } from '../lab/wired-chat.ts';

const segmentMb = 10;
const steps = 200;
const warmUps = 50;
const calls = 1000;
const outputBytes = 10_000;
const runs = 3;

/** A turn of so many steps over the session at `path`: a request, its answer, a file read and its result each. */
export const measureSteps: Measurement = async (given) => {
  const { files, synced } = timedFiles();
  const times = new StepTimes(synced, warmUps);
  const session = await openSession(textOf(given, 'path'), files);
  const workspace = textOf(given, 'workspace');
  await writeFile(join(workspace, 'read.txt'), 'A line.\n'.repeat(warmUps + steps));
  let requests = 0;
  const chat = await openWiredChat(
    toldOfResults(session, () => times.toolEnded()),
    {
      workspace,
      answer: () => {
        times.requested();
        const offset = ++requests;
        const isLast = offset > warmUps + steps;
        return isLast
          ? done
          : reply([call(`call-${offset}`, 'read_file', { path: 'read.txt', offset, limit: 1 })]);
      },
      answered: () => times.answered(),
    },
  );
  chat.listen((event) => {
    if (event.event === 'activity' && event.activity.doing === 'tools') times.toolBegan();
  });
  await turn(chat);
  await chat.dispose();
  return times.figures();
};

/** A turn of `calls` calls that read a file each: what is in use and resident at its last request. */
export const measureTurnMemory: Measurement = async (given) => {
  const session = valueOf(
    await storeOver(filesWithoutSync(), textOf(given, 'path')).create({ name: 'bench' }, never),
  );
  const workspace = textOf(given, 'workspace');
  const wanted = numberOf(given, 'calls');
  const line = `${'x'.repeat(99)}\n`;
  for (let place = 1; place <= wanted; place++)
    await writeFile(join(workspace, `${place}.txt`), line.repeat(outputBytes / line.length));
  let requests = 0;
  let received = 0;
  let used = 0;
  const chat = await openWiredChat(session, {
    workspace,
    answer: async () => {
      const place = ++requests;
      if (place <= wanted) return reply([call(`call-${place}`, 'read_file', { path: `${place}.txt` })]);
      collectGarbage();
      // Buffers that were found to be garbage are given back a little later.
      await new Promise((resolve) => setTimeout(resolve, 100));
      collectGarbage();
      used = bytesInUse();
      return done;
    },
    answered: () => undefined,
  });
  chat.listen((event) => {
    if (event.event !== 'records') return;
    for (const record of event.records) {
      if (record.kind !== 'tool-result') continue;
      for (const part of record.content) if (part.type === 'text') received += part.text.length;
    }
  });
  await turn(chat);
  await chat.dispose();
  return { used, received, peak: peakBytes() };
};

const done = reply([text('That was all.')]);

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function turn(chat: ChatSession): Promise<void> {
  valueOf(await chat.submit('Go', { whileBusy: 'follow-up' }));
  const settled = await chat.idle();
  if (settled?.outcome !== 'success') throw new Error(`The turn ended ${JSON.stringify(settled)}`);
}

/** The same session; told when the result of a call is about to be appended. */
function toldOfResults(session: SessionHandle, told: () => void): SessionHandle {
  const append: SessionHandle['write']['append'] = (records, signal) => {
    if (records.some((record) => record.kind === 'tool-result')) told();
    return session.write.append(records, signal);
  };
  const write = { ...session.write, append };
  return Object.create(session, { write: { value: write } }) as SessionHandle;
}

export const chatStepsRow: Row = {
  id: 'chat-steps',
  title: 'A step of the agent loop at a 10 MB segment, and a turn of 1000 tool calls',
  method:
    'A chat as the hosts compose it, with real tools, prompts, telemetry and disk, and the SDK of Anthropic over a transport that answers at once. A step goes from the end of an answer to the bytes of the next request, less the tool (a read of one line) and, where it says so, less what its syncs took: records appended, gate, request built and encoded. 200 steps in a row after 50 of warm-up; median of 3 processes for each figure. Memory: heap and buffers in use at the last request, after a collection, above those of a turn with one call; beside it the most that was resident, garbage included, above the same.',
  figures: async (lab) => [...(await stepFigures(lab)), ...(await memoryFigures(lab))],
};

async function stepFigures(lab: Lab): Promise<readonly Figure[]> {
  const found = await lab.medians(runs, () =>
    lab.withFolder((workspace) =>
      lab.withCopy({ kind: 'session', mb: segmentMb }, (path) =>
        lab.measure('chat-steps', { path, workspace }),
      ),
    ),
  );
  const beside = (median: string, p95: string): string =>
    `median ${milliseconds(numberOf(found, median))}, 95 % within ${milliseconds(numberOf(found, p95))}`;
  const whole = milliseconds(numberOf(found, 'wholeMean'));
  return [
    atMost(
      'a step, on average',
      numberOf(found, 'mean'),
      { most: 5, text: milliseconds },
      beside('median', 'p95'),
    ),
    info('the same with its syncs', `${whole} (${beside('wholeMedian', 'wholeP95')})`),
  ];
}

async function memoryFigures(lab: Lab): Promise<readonly Figure[]> {
  const measured = (count: number): Promise<Numbers> =>
    lab.medians(runs, () =>
      lab.withFolder((workspace) =>
        lab.withFolder((path) =>
          lab.measure('turn-memory', { path, workspace, calls: count }, { collects: true }),
        ),
      ),
    );
  const [one, many] = [await measured(1), await measured(calls)];
  const above = (name: string): number => numberOf(many, name) - numberOf(one, name);
  const received = numberOf(many, 'received');
  const limit = { most: 3 * received + 20e6, text: megabytes };
  return [
    atMost(`memory of ${calls} calls in a turn`, above('used'), limit, `${megabytes(received)} received`),
    info('the most that was resident meanwhile', megabytes(above('peak'))),
  ];
}
