// What is shipped to people: how long it takes to activate in a real VS Code, and how large its package is.

import { execFileSync } from 'node:child_process';
import * as z from 'zod';
import type { Lab } from '../lab/lab.ts';
import { numberOf, type Numbers } from '../lab/measurement.ts';
import { benchRoot } from '../lab/places.ts';
import { atMost, megabytes, milliseconds, type Figure, type Row } from '../lab/row.ts';

const runs = 3;
const figuresSchema = z.object({ activateMs: z.number(), packageBytes: z.number() });

export const extensionRow: Row = {
  id: 'extension',
  title: 'The extension in a real VS Code',
  method:
    'Time of `activate()`, loading included, in an extension host that has settled; each run has a fresh window of a fresh server. The size is that of the `.vsix`, command line included. Median of 3 runs.',
  figures: async (lab: Lab): Promise<readonly Figure[]> => {
    const found = await lab.medians(runs, () => Promise.resolve(measured()));
    return [
      atMost('activating', numberOf(found, 'activateMs'), { most: 50, text: milliseconds }),
      atMost('package', numberOf(found, 'packageBytes'), { most: 3e6, text: megabytes }),
    ];
  },
};

function measured(): Numbers {
  const said = execFileSync(process.execPath, ['--import', 'tsx', 'test/vscode/measure.ts'], {
    cwd: benchRoot,
    encoding: 'utf8',
  });
  return figuresSchema.parse(JSON.parse(said.trimEnd().split('\n').at(-1) ?? ''));
}
