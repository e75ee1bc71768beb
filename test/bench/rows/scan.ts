// A cold scan: counting a whole segment that was read just now.

import { RunningCount } from '../../../src/core/tokens/running-count.ts';
import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import { numberOf, textOf, type Measurement } from '../lab/measurement.ts';
import { atMost, milliseconds, times, type Figure, type Row } from '../lab/row.ts';
import { collectGarbage, median, timed } from '../lab/stopwatch.ts';
import { syntheticRecords } from '../synthetic/records.ts';
import type { Mix } from '../synthetic/turns.ts';

const runs = 7;

export const measureScan: Measurement = async (given) => {
  const mix = textOf(given, 'mix') as Mix;
  const lines = syntheticRecords({ seed: 1, mix, bytes: numberOf(given, 'mb') * 1e6 }).map((record) =>
    JSON.stringify(record),
  );
  const ratios: number[] = [];
  const scans: number[] = [];
  for (let run = 0; run <= runs; run++) {
    collectGarbage();
    const parse = await timed(() => lines.map((line) => JSON.parse(line) as TranscriptRecord));
    const scan = await timed(() => new RunningCount(parse.value, 1844).estimate());
    if (run === 0) continue;
    ratios.push(scan.ms / parse.ms);
    scans.push(scan.ms);
  }
  return { ratio: median(ratios), ms: median(scans) };
};

export const scanRow: Row = {
  id: 'scan',
  title: 'Cold scan of 20 MB, against JSON.parse of the same lines',
  method: 'Every run scans records that were parsed right before it. Median of 7 runs after one of warm-up.',
  figures: async (lab) => {
    const figures: Figure[] = [];
    for (const [mix, most] of [
      ['ascii', 0.5],
      ['mixed', 1],
      ['cjk', 1],
    ] as const) {
      const found = await lab.measure('scan', { mb: 20, mix }, { collects: true });
      const beside = milliseconds(numberOf(found, 'ms'));
      figures.push(atMost(`${mix} ÷ parse`, numberOf(found, 'ratio'), { most, text: times }, beside));
    }
    return figures;
  },
};
