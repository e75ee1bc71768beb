// Whole command lines in processes of their own: what a person waits for, beside what other agents take.

import { join } from 'node:path';
import * as z from 'zod';
import { runChild } from '../../support/child-script.ts';
import { offlineFlags } from '../lab/engine.ts';
import type { Lab } from '../lab/lab.ts';
import { numberOf, type Numbers } from '../lab/measurement.ts';
import { benchRoot } from '../lab/places.ts';
import { milliseconds, type Figure, type Row } from '../lab/row.ts';
import { timed } from '../lab/stopwatch.ts';

const runs = 3;

/** What other agents take for the local work of one compaction, in processes that have started. */
const others: Readonly<Record<number, string>> = {
  5: 'others 0.1–1.1 s',
  20: 'others 0.1–13 s',
  50: 'others 0.25–100 s',
};

const imported = z.object({ sessions: z.tuple([z.object({ session: z.string() })]) });
const compacted = z.object({ outcome: z.literal('applied'), ms: z.object({ local: z.number() }) });

export const commandsRow: Row = {
  id: 'commands',
  title: 'Whole command lines over imported Claude Code files, offline model',
  method:
    'Wall time of a process, start included, and the local time a compaction reports of itself; everything is made durable. At these sizes all evidence is tightened. Beside it what other agents take for the local work of one compaction, in a process that has started. Median of 3 runs.',
  figures: async (lab) => {
    const figures: Figure[] = [];
    for (const mb of [5, 20, 50]) {
      const found = await lab.medians(runs, () => commandTimes(lab, mb));
      const add = (what: string, name: string, budget: string): void => {
        const text = milliseconds(numberOf(found, name));
        figures.push({ what: `${mb} MB, ${what}`, budget, found: text, verdict: 'info' });
      };
      const comparison = others[mb] ?? '';
      add('`segue import`', 'importMs', '');
      add('`segue compact <session>`', 'compactMs', '');
      add('the same, as it reports itself', 'localMs', comparison);
      add('`segue compact <file>`, import included', 'bothMs', '');
    }
    return figures;
  },
};

async function commandTimes(lab: Lab, mb: number): Promise<Numbers> {
  const file = await lab.fixture({ kind: 'claude-code', mb });
  return lab.withFolder(async (folder) => {
    const sessions = ['--sessions', join(folder, 'sessions')];
    const importing = await timed(() => segue(['import', file, ...sessions, '--json']));
    const [{ session }] = imported.parse(JSON.parse(importing.value)).sessions;
    const compacting = await timed(() => segue(['compact', session, ...offlineFlags]));
    const { ms } = compacted.parse(JSON.parse(compacting.value));
    const both = await timed(() => segue(['compact', file, ...sessions, ...offlineFlags]));
    compacted.parse(JSON.parse(both.value));
    return { importMs: importing.ms, compactMs: compacting.ms, localMs: ms.local, bothMs: both.ms };
  });
}

/** Runs the built command and returns what it printed. */
async function segue(args: readonly string[]): Promise<string> {
  const program = join(benchRoot, 'dist', 'cli.cjs');
  const { code, output, errors } = await runChild([process.execPath, program, ...args]);
  if (code !== 0) throw new Error(`segue ${args[0] ?? ''} exited with ${String(code)}: ${errors}`);
  return output;
}
