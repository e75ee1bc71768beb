// Opening a session whose finalized segments are large: they are not read.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockName, segmentName, sidecarName } from '../../../src/core/sessions/names.ts';
import { never, valueOf } from '../../support/expect.ts';
import { countedFiles, filesWithoutSync } from '../lab/counted-files.ts';
import { storeOver } from '../lab/engine.ts';
import { activeMb } from '../lab/fixtures.ts';
import type { Lab } from '../lab/lab.ts';
import { numberOf, textOf, type Measurement, type Numbers } from '../lab/measurement.ts';
import { atMost, exactly, megabytes, milliseconds, times, type Row } from '../lab/row.ts';
import { timed } from '../lab/stopwatch.ts';

export const measureOpening: Measurement = async (given) => {
  const path = textOf(given, 'path');
  const { files, counts } = countedFiles(filesWithoutSync());
  const opened = await timed(async () => valueOf(await storeOver(files, path).open(path, 'write', never)));
  const active = segmentName(opened.value.active().number);
  await opened.value.close();
  const sizeOf = async (name: string): Promise<number> => (await stat(join(path, name))).size;
  // The sidecar is read before the lock is taken, to refuse what is no session, and again once it is.
  const needed = 2 * (await sizeOf(sidecarName)) + (await sizeOf(active));
  const sum = (names: readonly string[]): number =>
    names.reduce((bytes, name) => bytes + (counts.read.get(name) ?? 0), 0);
  const known = [active, sidecarName, lockName];
  const others = [...counts.read.keys()].filter((name) => !known.includes(name));
  return { ms: opened.ms, needed, read: sum([sidecarName, active]), others: sum(others) };
};

export const openingRow: Row = {
  id: 'opening',
  title: 'Opening a session with 100 MB of finalized segments and 5 MB active',
  method:
    'Bytes are counted in the file system port; its syncs do nothing, so that no time is that of the disk. Compared with a session of the same active size without finalized segments; every run in a process of its own, median of 5 runs.',
  figures: async (lab) => {
    const long = await opened(lab, 'long-session', 100);
    const short = await opened(lab, 'session', activeMb);
    const ratio = numberOf(long, 'ms') / numberOf(short, 'ms');
    const beside = `${milliseconds(numberOf(long, 'ms'))} ÷ ${milliseconds(numberOf(short, 'ms'))}`;
    const [read, needed] = [numberOf(long, 'read'), numberOf(long, 'needed')];
    return [
      exactly('bytes read of sidecar (twice) and active segment', read, needed, megabytes),
      exactly('bytes read of anything but these and the lock', numberOf(long, 'others'), 0),
      atMost('time ÷ time without finalized segments', ratio, { most: 2, text: times }, beside),
    ];
  },
};

function opened(lab: Lab, kind: 'session' | 'long-session', mb: number): Promise<Numbers> {
  return lab.medians(5, () => lab.withCopy({ kind, mb }, (path) => lab.measure('opening', { path })));
}
