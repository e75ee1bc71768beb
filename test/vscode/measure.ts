// Measures what is shipped: how long it takes to activate in a fresh host, and how large its package is. Prints one JSON
// object: `{activateMs, packageBytes}`.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { runInside } from './inside.ts';
import { packExtension } from './package.mjs';

const figuresSchema = z.object({ activateMs: z.number() });

const folder = mkdtempSync(path.join(os.tmpdir(), 'segue-measure-'));
try {
  const packed = path.join(folder, 'segue.vsix');
  packExtension(packed);
  const figures = path.join(folder, 'figures.json');
  const tests = fileURLToPath(new URL('measure', import.meta.url));
  const status = await runInside({ tests, where: 'server', env: { SEGUE_FIGURES: figures } });
  if (status !== 0) throw new Error('the extension host could not be measured');
  const { activateMs } = figuresSchema.parse(JSON.parse(readFileSync(figures, 'utf8')));
  process.stdout.write(`${JSON.stringify({ activateMs, packageBytes: statSync(packed).size })}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
