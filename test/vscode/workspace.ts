// A small workspace for the tests and for `npm start`: a program, its tests, and notes.

import { cpSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const sample = fileURLToPath(new URL('../fixtures/larder', import.meta.url));

/** Copies the sample into a new folder below this one, and returns its path. */
export function makeWorkspace(below: string, name = 'larder'): string {
  const folder = path.join(below, name);
  cpSync(sample, folder, { recursive: true });
  return folder;
}
