// How long the event loop is held up while 20 MB are opened, compacted and imported.

import { Heartbeat } from '../lab/heartbeat.ts';
import { offlineFlags, openSession, runCommand } from '../lab/engine.ts';
import { numberOf, textOf, type Measurement } from '../lab/measurement.ts';
import { atMost, milliseconds, type Figure, type Row } from '../lab/row.ts';
import { timed } from '../lab/stopwatch.ts';

const mb = 20;
const most = 50;
const runs = 3;

/** Runs `work` with the heart beating. */
async function observed(work: () => Promise<unknown>): ReturnType<Measurement> {
  const heartbeat = new Heartbeat();
  const { ms } = await timed(work);
  return { slice: heartbeat.stop(), ms };
}

export const measureOpenSlices: Measurement = (given) =>
  observed(async () => (await openSession(textOf(given, 'path'))).close());

export const measureCompactSlices: Measurement = (given) =>
  observed(() => runCommand(['compact', textOf(given, 'path'), ...offlineFlags]));

export const measureImportSlices: Measurement = (given) =>
  observed(() =>
    runCommand(['import', textOf(given, 'path'), '--sessions', textOf(given, 'sessions'), '--json']),
  );

export const slicesRow: Row = {
  id: 'slices',
  title: 'Longest synchronous slice at 20 MB',
  method:
    'The longest time between two turns of the event loop, exact to some microseconds, garbage collection included. Every run in a process of its own that has not warmed up; median of 3 runs. The compaction is the whole command with the offline model; at this size all evidence is tightened.',
  figures: async (lab) => {
    const figures: Figure[] = [];
    const add = async (what: string, measure: () => ReturnType<Measurement>): Promise<void> => {
      const found = await lab.medians(runs, measure);
      const beside = `of ${milliseconds(numberOf(found, 'ms'))}`;
      figures.push(atMost(what, numberOf(found, 'slice'), { most, text: milliseconds }, beside));
    };
    const session = { kind: 'session', mb } as const;
    const importing = (kind: 'claude-code' | 'single-line') => async () => {
      const path = await lab.fixture({ kind, mb });
      return lab.withFolder((sessions) => lab.measure('import-slices', { path, sessions }));
    };
    await add('open', () => lab.withCopy(session, (path) => lab.measure('open-slices', { path })));
    await add('compact', () => lab.withCopy(session, (path) => lab.measure('compact-slices', { path, mb })));
    await add('import of Claude Code lines', importing('claude-code'));
    await add('import of one single line, read in a worker', importing('single-line'));
    return figures;
  },
};
