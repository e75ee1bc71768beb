// The local work of a compaction, from the records in memory to the published successor: its four steps by themselves,
// and a whole run whose model answers at once. Nothing is masked, and no sync takes time.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentName } from '../../../src/core/sessions/names.ts';
import type { SessionHandle } from '../../../src/core/sessions/store.ts';
import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import { filesWithoutSync } from '../lab/counted-files.ts';
import { openSession } from '../lab/engine.ts';
import type { Lab } from '../lab/lab.ts';
import { runWhole, selectToPublish } from '../lab/local-work.ts';
import { numberOf, textOf, type Measurement, type Numbers } from '../lab/measurement.ts';
import { atMost, milliseconds, times, type Figure, type Row } from '../lab/row.ts';
import { collectGarbage, timed } from '../lab/stopwatch.ts';

const warmUps = 3;

/** Compacts the sessions `steps` and `whole` in the folder, after the sessions that only warm up. */
export const measurePublish: Measurement = async (given) => {
  const folder = textOf(given, 'folder');
  for (let run = 1; run <= warmUps; run++) {
    await timeOf(join(folder, `steps-${run}`), selectToPublish);
    await timeOf(join(folder, `whole-${run}`), runWhole);
  }
  const jsonMs = await jsonTime(join(folder, 'steps', segmentName(1)));
  const ms = await timeOf(join(folder, 'steps'), selectToPublish);
  const wholeMs = await timeOf(join(folder, 'whole'), runWhole);
  return { jsonMs, ms, wholeMs, ratio: ms / jsonMs };
};

export const publishRow: Row = {
  id: 'publish',
  title: 'Select, project, truncate and publish, against JSON.parse and JSON.stringify of the same records',
  method:
    'The real steps over an open session with default settings and a real disk whose syncs do nothing; publishing compares every byte of the predecessor. A whole run adds facts, the assembled request, coverage and proof, with a model that answers at once and takes all evidence. Each in a process that three sessions of 5 MB have warmed up; median of 5 processes.',
  figures: async (lab) => {
    const figures: Figure[] = [];
    const found = new Map<number, Numbers>();
    for (const mb of [5, 20, 50, 100]) {
      const numbers = await lab.medians(5, () => published(lab, mb));
      found.set(mb, numbers);
      const [ms, json] = [numberOf(numbers, 'ms'), numberOf(numbers, 'jsonMs')].map(milliseconds);
      const limit = { most: 3, text: times };
      figures.push(
        atMost(`${mb} MB ÷ (parse + stringify)`, numberOf(numbers, 'ratio'), limit, `${ms} ÷ ${json}`),
      );
    }
    const at = (mb: number, name: string): number => numberOf(found.get(mb) ?? {}, name);
    return [
      ...figures,
      atMost('5 MB', at(5, 'ms'), { most: 100, text: milliseconds }),
      atMost('50 MB', at(50, 'ms'), { most: 1000, text: milliseconds }),
      atMost('100 MB ÷ 50 MB', at(100, 'ms') / at(50, 'ms'), { most: 2.3, text: times }),
      ...[5, 20, 50, 100].map((mb): Figure => ({
        what: `${mb} MB, a whole run`,
        budget: '',
        found: milliseconds(at(mb, 'wholeMs')),
        verdict: 'info',
      })),
    ];
  },
};

function published(lab: Lab, mb: number): Promise<Numbers> {
  return lab.withFolder(async (folder) => {
    for (const name of ['steps', 'whole']) {
      await lab.copy({ kind: 'session', mb }, join(folder, name));
      for (let run = 1; run <= warmUps; run++)
        await lab.copy({ kind: 'session', mb: 5 }, join(folder, `${name}-${run}`));
    }
    return lab.measure('publish', { folder }, { collects: true });
  });
}

async function timeOf(path: string, work: (session: SessionHandle) => Promise<void>): Promise<number> {
  const session = await openSession(path, filesWithoutSync());
  collectGarbage();
  const { ms } = await timed(() => work(session));
  await session.close();
  return ms;
}

/** Milliseconds of parsing all lines of a segment and of writing the same records as JSON. */
async function jsonTime(file: string): Promise<number> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  collectGarbage();
  const parse = await timed(() => lines.map((line) => JSON.parse(line) as TranscriptRecord));
  const stringify = await timed(() => parse.value.map((record) => JSON.stringify(record)));
  return parse.ms + stringify.ms;
}
