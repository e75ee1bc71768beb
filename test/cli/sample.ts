// Sessions for tests of the command line: the bundled sample, imported once and copied for each test, and a folder of
// its own for each block of tests.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, segue, valueIn } from './program.ts';

export const sampleFile = path.join(root, 'test', 'fixtures', 'sample-session.jsonl');
/** What the sample holds. */
export const sample = { turns: 9, toolCalls: 23 } as const;

/** Sample of a block: its folder, and fresh sessions in it. */
export interface Workplace {
  readonly folder: string;
  /** A fresh session of the sample; its name tells it from others. */
  session(name?: string): Promise<string>;
}

/** A folder for the tests of a block, removed behind them. Comes after `usesProgram`. */
export function usesFolder(): Workplace {
  let folder = '';
  let original: string | undefined;
  let copies = 0;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'segue-cli-'));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  return {
    get folder() {
      return folder;
    },
    session: async (name) => {
      original ??= await importSample(path.join(folder, 'original'));
      const copy = path.join(folder, name ?? `session-${++copies}`);
      await cp(original, copy, { recursive: true });
      return copy;
    },
  };
}

/** Imports the sample below the folder and returns the session's path. */
export async function importSample(sessions: string): Promise<string> {
  const ended = await segue(['import', sampleFile, '--sessions', sessions, '--json']);
  const value = valueIn(ended) as { readonly sessions: readonly { readonly session: string }[] };
  return value.sessions[0]!.session;
}
