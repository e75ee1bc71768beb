// Masking secrets in all the text of a session, however little of it a summary request would carry.

import { createSecretMasker } from '../../../src/adapters/secrets/masker.ts';
import { inlineText } from '../../../src/core/transcript/parts.ts';
import type { TranscriptRecord } from '../../../src/core/transcript/record.ts';
import { never } from '../../support/expect.ts';
import { pace } from '../lab/engine.ts';
import { Heartbeat } from '../lab/heartbeat.ts';
import { numberOf, textOf, type Measurement } from '../lab/measurement.ts';
import { atMost, milliseconds, times, type Figure, type Row } from '../lab/row.ts';
import { collectGarbage, median, timed } from '../lab/stopwatch.ts';
import { syntheticRecords } from '../synthetic/records.ts';
import type { Mix } from '../synthetic/turns.ts';

const runs = 5;

export const measureMasking: Measurement = async (given) => {
  const mix = textOf(given, 'mix') as Mix;
  const records = syntheticRecords({ seed: 1, mix, bytes: numberOf(given, 'mb') * 1e6 });
  const lines = records.map((record) => JSON.stringify(record));
  const text = records.map(textIn).join('\n\n');
  const masker = createSecretMasker({ pace });
  const found = { ratios: [] as number[], slices: [] as number[], ms: [] as number[], count: 0 };
  for (let run = 0; run <= runs; run++) {
    collectGarbage();
    const parse = await timed(() => lines.map((line) => JSON.parse(line) as TranscriptRecord));
    const stringify = await timed(() => parse.value.map((record) => JSON.stringify(record)));
    const heartbeat = new Heartbeat();
    const mask = await timed(() => masker.mask(text, never));
    const slice = heartbeat.stop();
    found.count = mask.value.count;
    if (run === 0) continue;
    found.ratios.push(mask.ms / (parse.ms + stringify.ms));
    found.slices.push(slice);
    found.ms.push(mask.ms);
  }
  const { count } = found;
  return { ratio: median(found.ratios), slice: median(found.slices), ms: median(found.ms), count };
};

export const maskingRow: Row = {
  id: 'masking',
  title: 'Masking secrets in 20 MB, against JSON.parse and JSON.stringify of the same records',
  method:
    'All text of the records as one document, about one secret in a megabyte. Median of 5 runs after one of warm-up.',
  figures: async (lab) => {
    const figures: Figure[] = [];
    for (const mix of ['ascii', 'mixed', 'cjk'] as const) {
      const found = await lab.measure('masking', { mb: 20, mix }, { collects: true });
      const beside = `${milliseconds(numberOf(found, 'ms'))}, ${numberOf(found, 'count')} masked`;
      figures.push(
        atMost(`${mix} ÷ (parse + stringify)`, numberOf(found, 'ratio'), { most: 2, text: times }, beside),
        atMost(`${mix}, longest slice`, numberOf(found, 'slice'), { most: 50, text: milliseconds }),
      );
    }
    return figures;
  },
};

function textIn(record: TranscriptRecord): string {
  if (record.kind === 'tool-call') return JSON.stringify(record.input);
  return 'content' in record ? inlineText(record.content) : '';
}
