// A whole soak: compiles a life, starts the model, plays, and puts everything away.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileChild } from '../support/child-script.ts';
import { withTemporaryFolder } from '../support/disk-store.ts';
import { startLoopback } from '../support/loopback/server.ts';
import { Soak, type SoakCounts, type SoakOptions } from './soak.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface SoakResult {
  readonly counts: SoakCounts;
  /** How often what happened. */
  readonly tally: ReadonlyMap<string, number>;
}

export function runSoak(options: Pick<SoakOptions, 'turns' | 'seed' | 'say'>): Promise<SoakResult> {
  return withTemporaryFolder(async (folder) => {
    const program = await compileChild(path.join(root, 'test', 'soak', 'life.ts'), folder);
    const server = await startLoopback();
    try {
      const soak = new Soak({ ...options, root, program, folder, server });
      return { counts: await soak.play(), tally: soak.tally };
    } finally {
      await server.close();
    }
  });
}
