// Where the real transcripts are. They are no part of the repository: SEGUE_TRANSCRIPTS names their folder.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Why tests over real transcripts are skipped; shown in their titles. */
const skipReason = 'SEGUE_TRANSCRIPTS is not set';

/** Undefined when the variable is not set. A folder that is named but not there is an error, never a skip. */
function transcriptsFolder(): string | undefined {
  const folder = process.env['SEGUE_TRANSCRIPTS'];
  if (folder === undefined || folder === '') return undefined;
  if (!existsSync(folder)) throw new Error(`SEGUE_TRANSCRIPTS names ${folder}, which is not there`);
  return path.resolve(folder);
}

/** The file whose name begins with the number, such as `07`. */
export function transcriptFile(folder: string, number: string): string {
  const name = readdirSync(folder).find((candidate) => candidate.startsWith(`${number}-`));
  if (name === undefined) throw new Error(`No transcript ${number} in ${folder}`);
  return path.join(folder, name);
}

/** A suite over real transcripts: `define` gets their folder; without one a single skipped test says why. */
export function describeTranscripts(title: string, define: (folder: string) => void): void {
  const folder = transcriptsFolder();
  if (folder === undefined) {
    describe(title, () => {
      it(`is skipped: ${skipReason}`);
    });
    return;
  }
  describe(title, () => define(folder));
}
