// Measures row after row, prints the table as it grows, and writes RESULTS.md when all rows were measured.

import { parseArgs } from 'node:util';
import { Lab } from './lab/lab.ts';
import type { Row } from './lab/row.ts';
import { figureLine, writeResults, type MeasuredRow } from './results.ts';
import { appendingRow } from './rows/appending.ts';
import { chatStopsRow } from './rows/chat-stops.ts';
import { chatStepsRow } from './rows/chat-steps.ts';
import { commandsInChatRow } from './rows/commands-in-chat.ts';
import { commandsRow } from './rows/commands.ts';
import { extensionRow } from './rows/extension.ts';
import { maskingRow } from './rows/masking.ts';
import { memoryRow } from './rows/memory.ts';
import { openingRow } from './rows/opening.ts';
import { publishRow } from './rows/publish.ts';
import { scanRow } from './rows/scan.ts';
import { slicesRow } from './rows/slices.ts';
import { thresholdRow } from './rows/threshold.ts';

const rows: readonly Row[] = [
  thresholdRow,
  scanRow,
  maskingRow,
  publishRow,
  slicesRow,
  openingRow,
  appendingRow,
  memoryRow,
  commandsRow,
  chatStepsRow,
  commandsInChatRow,
  chatStopsRow,
  extensionRow,
];

/** The exit status: 1 when a figure is over its budget, 2 when the words make no sense. */
export async function measureRows(args: readonly string[]): Promise<number> {
  const wanted = wantedRows(args);
  if (typeof wanted === 'string') {
    process.stderr.write(`segue: ${wanted}\n`);
    return 2;
  }
  const lab = new Lab();
  const measured: MeasuredRow[] = [];
  for (const row of wanted) {
    process.stdout.write(`\n${row.id}: ${row.title}\n`);
    const figures = await row.figures(lab);
    for (const figure of figures) process.stdout.write(`  ${figureLine(figure)}\n`);
    measured.push({ row, figures });
  }
  const over = measured.flatMap(({ figures }) => figures).filter(({ verdict }) => verdict === 'over').length;
  process.stdout.write(over === 0 ? '\nEvery figure is within its budget.\n' : `\n${over} over budget.\n`);
  if (wanted === rows) await writeResults(measured);
  return over === 0 ? 0 : 1;
}

/** The rows asked for, or what is wrong with the question. */
function wantedRows(args: readonly string[]): readonly Row[] | string {
  const ids = rows.map((row) => row.id).join(', ');
  try {
    const { only } = parseArgs({ args: [...args], options: { only: { type: 'string' } } }).values;
    if (only === undefined) return rows;
    const found = rows.filter((row) => row.id === only);
    return found.length > 0 ? found : `there is no row ${only}; the rows are ${ids}`;
  } catch {
    // Whatever is wrong with the words, what is allowed says it.
    return `the benchmark takes only --only ROW, with one of ${ids}`;
  }
}
