// Peak memory of opening and compacting, and whether any of it stays over repeated compactions.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentName } from '../../../src/core/sessions/names.ts';
import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import { never, valueOf } from '../../support/expect.ts';
import { filesWithoutSync } from '../lab/counted-files.ts';
import { offlineFlags, openSession, runCommand } from '../lab/engine.ts';
import { numberOf, textOf, type Measurement } from '../lab/measurement.ts';
import { peakBytes } from '../lab/peak.ts';
import { atMost, megabytes, times, type Figure, type Row } from '../lab/row.ts';
import { collectGarbage } from '../lab/stopwatch.ts';
import { syntheticRecords } from '../synthetic/records.ts';

const rounds = 20;
/** Rounds after which compiled code has nearly stopped to grow. */
const settledAfter = 10;
const roundMb = 5;

/** What the process takes when it does nothing, and with a compaction of the session at `path`, if one is given. */
export const measureMemory: Measurement = async (given) => {
  if (given['path'] === undefined) return { peak: peakBytes() };
  const path = textOf(given, 'path');
  const { size } = await stat(join(path, segmentName(1)));
  await runCommand(['compact', path, ...offlineFlags]);
  return { peak: peakBytes(), segment: size };
};

/** Adds 5 MB to one session and compacts all of it, again and again. */
export const measureGrowth: Measurement = async (given) => {
  const path = textOf(given, 'path');
  const used: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    await appendTurns(path, round);
    await runCommand(['compact', path, '--all', ...offlineFlags]);
    collectGarbage();
    used.push(process.memoryUsage().heapUsed);
  }
  const settled = used.slice(settledAfter - 1);
  const growth = ((settled.at(-1) ?? 0) - (settled[0] ?? 0)) / (settled.length - 1);
  return { share: growth / (roundMb * 1e6), used: used.at(-1) ?? 0 };
};

export const memoryRow: Row = {
  id: 'memory',
  title: 'Peak memory of opening and compacting, above an idle process',
  method:
    'Peak resident memory of the whole command with the offline model (at these sizes all evidence is tightened), less that of the same program doing nothing, against the bytes of the active segment; the collector runs as it likes. Median of 3 processes. Growth: heap after a collection, over 20 compactions of 5 MB each in one process, from the tenth on.',
  figures: async (lab) => {
    const idle = numberOf(await lab.medians(3, () => lab.measure('memory', {})), 'peak');
    const figures: Figure[] = [];
    for (const mb of [20, 50, 100]) {
      const found = await lab.medians(3, () =>
        lab.withCopy({ kind: 'session', mb }, (path) => lab.measure('memory', { path, mb })),
      );
      const above = numberOf(found, 'peak') - idle;
      const ratio = above / numberOf(found, 'segment');
      const beside = `${megabytes(above)} above ${megabytes(idle)}`;
      figures.push(atMost(`${mb} MB ÷ segment`, ratio, { most: 6, text: times }, beside));
    }
    const grown = await lab.withCopy({ kind: 'session', mb: 1 }, (path) =>
      lab.measure('growth', { path }, { collects: true }),
    );
    const share = (value: number): string => `${(value * 100).toFixed(2)} %`;
    const beside = `${megabytes(numberOf(grown, 'used'))} in use at the end`;
    figures.push(
      atMost(
        'growth a compaction ÷ what it compacted',
        numberOf(grown, 'share'),
        { most: 0.02, text: share },
        beside,
      ),
    );
    return figures;
  },
};

/** The same turns each time, so that what is left over of them is the same too; only their ids are new. */
async function appendTurns(path: string, round: number): Promise<void> {
  const session = await openSession(path, filesWithoutSync());
  const last = session.active().records.at(-1)?.turn ?? 0;
  const records = syntheticRecords({ seed: 2, mix: 'mixed', bytes: roundMb * 1e6 });
  const later = records.map((record): TranscriptRecord => {
    const renamed = { ...record, id: `${record.id}_${round}`, turn: last + record.turn };
    if (renamed.kind !== 'tool-call' && renamed.kind !== 'tool-result') return renamed;
    return { ...renamed, callId: `${renamed.callId}_${round}` };
  });
  valueOf(await session.write.append(later, never));
  await session.close();
}
