// Appending one record: one write and one sync, whatever the size of the segment.

import { syntheticRecords } from '../synthetic/records.ts';
import { never, valueOf } from '../../support/expect.ts';
import { countedFiles, filesWithoutSync } from '../lab/counted-files.ts';
import { openSession } from '../lab/engine.ts';
import { numberOf, textOf, type Measurement } from '../lab/measurement.ts';
import { atMost, exactly, times, type Row } from '../lab/row.ts';
import { median, timed } from '../lab/stopwatch.ts';

const sizes = [1, 10, 100] as const;
const rounds = 60;
const warmUps = 20;

/** Appends in turn to the sessions at the paths `1`, `10` and `100`. */
export const measureAppending: Measurement = async (given) => {
  const records = syntheticRecords({ seed: 77, mix: 'mixed', bytes: 2_000_000 });
  const found: Record<string, number> = {};
  const sessions = [];
  for (const size of sizes) {
    const path = textOf(given, String(size));
    const { files, counts } = countedFiles();
    const counted = await openSession(path, files);
    counts.writes = 0;
    counts.syncs = 0;
    valueOf(await counted.write.append(records.slice(0, 1), never));
    Object.assign(found, { [`writes${size}`]: counts.writes, [`syncs${size}`]: counts.syncs });
    await counted.close();
    sessions.push({ size, session: await openSession(path, filesWithoutSync()), ms: [] as number[] });
  }
  for (let round = 1; round <= rounds + warmUps; round++) {
    for (const { session, ms } of sessions) {
      const append = await timed(() => session.write.append(records.slice(round, round + 1), never));
      valueOf(append.value);
      if (round > warmUps) ms.push(append.ms);
    }
  }
  for (const { size, session, ms } of sessions) {
    found[`ms${size}`] = median(ms);
    await session.close();
  }
  return found;
};

export const appendingRow: Row = {
  id: 'appending',
  title: 'Appending one record to segments of 1, 10 and 100 MB',
  method:
    'Writes and syncs are counted in the file system port. Times are without what a sync takes: median of 60 appends to each of the three sessions in turn, after 20 of warm-up.',
  figures: async (lab) => {
    const found = await lab.withCopy({ kind: 'session', mb: 1 }, (one) =>
      lab.withCopy({ kind: 'session', mb: 10 }, (ten) =>
        lab.withCopy({ kind: 'session', mb: 100 }, (hundred) =>
          lab.measure('appending', { 1: one, 10: ten, 100: hundred }),
        ),
      ),
    );
    const microseconds = (size: number): string => `${Math.round(numberOf(found, `ms${size}`) * 1000)} µs`;
    const ratio = numberOf(found, 'ms100') / numberOf(found, 'ms1');
    return [
      ...sizes.flatMap((size) => [
        exactly(`writes at ${size} MB`, numberOf(found, `writes${size}`), 1),
        exactly(`syncs at ${size} MB`, numberOf(found, `syncs${size}`), 1),
      ]),
      atMost(
        'time at 100 MB ÷ at 1 MB',
        ratio,
        { most: 1.5, text: times },
        sizes.map(microseconds).reverse().join(', '),
      ),
    ];
  },
};
