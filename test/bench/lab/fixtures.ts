// Makes the sessions and files that measurements read, in a process of its own: what making them takes must not count.

import { createWriteStream } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WholeSegment } from '../../../src/core/sessions/store.ts';
import { never, valueOf } from '../../support/expect.ts';
import { claudeLines, openAiLine } from '../synthetic/foreign-files.ts';
import { syntheticRecords, timeOf } from '../synthetic/records.ts';
import { filesWithoutSync } from './counted-files.ts';
import { storeOver } from './engine.ts';
import { numberOf, textOf, type Measurement } from './measurement.ts';

/** The active segment of a session whose other segments are finalized, in MB. */
export const activeMb = 5;
const finalizedMb = 20;

export const makeFixture: Measurement = async (given) => {
  const [kind, path, mb] = [textOf(given, 'kind'), textOf(given, 'path'), numberOf(given, 'mb')];
  const whole = { seed: mb, mix: 'mixed', bytes: mb * 1e6 } as const;
  if (kind === 'claude-code') await pipeline(Readable.from(claudeLines(whole)), createWriteStream(path));
  else if (kind === 'single-line') await writeFile(path, openAiLine(whole));
  else if (kind === 'session') await makeSession(path, [activeSegment(mb)]);
  else if (kind === 'long-session')
    await makeSession(path, [...finalizedSegments(mb), activeSegment(activeMb)]);
  else throw new Error(`There is no fixture ${kind}`);
  return {};
};

async function makeSession(path: string, segments: readonly WholeSegment[]): Promise<void> {
  const whole = { init: { name: 'bench' }, segments, agents: new Map<string, never>(), artifacts: [] };
  await rename(valueOf(await storeOver(filesWithoutSync(), dirname(path)).adopt(whole, never)), path);
}

function activeSegment(mb: number): WholeSegment {
  const records = syntheticRecords({ seed: 1, mix: 'mixed', bytes: mb * 1e6 });
  return { records, createdAt: timeOf(0), finalized: null };
}

/** As many segments as it takes, each as long as one that was compacted in time. */
function finalizedSegments(mb: number): readonly WholeSegment[] {
  return Array.from({ length: mb / finalizedMb }, (_, place) => ({
    records: syntheticRecords({ seed: 2 + place, mix: 'mixed', bytes: finalizedMb * 1e6 }),
    createdAt: timeOf(place),
    finalized: { kind: 'finalized', at: timeOf(place), cut: null } as const,
  }));
}
