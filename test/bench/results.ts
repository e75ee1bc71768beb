// What a run found, as lines on a terminal and as test/bench/RESULTS.md.

import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { benchRoot } from './lab/places.ts';
import type { Figure, Row } from './lab/row.ts';

export interface MeasuredRow {
  readonly row: Row;
  readonly figures: readonly Figure[];
}

export function figureLine({ what, budget, found, verdict }: Figure): string {
  return [what.padEnd(48), budget.padEnd(18), found.padEnd(44), verdict === 'info' ? '' : verdict]
    .join(' ')
    .trimEnd();
}

export async function writeResults(measured: readonly MeasuredRow[]): Promise<void> {
  const [major] = process.versions.node.split('.');
  const day = new Date().toISOString().slice(0, 10);
  const text = [
    '# Results of the benchmark',
    '',
    `Written by \`npm run bench\` on ${day}: ${availableParallelism()} cores, Node ${major ?? ''}. MB are 10⁶ bytes. Sessions are synthetic, the same for the same seed: prose, code, logs, JSON and diffs in turns of realistic sizes; \`mixed\` has 15 % of its turns in CJK. Ratios are taken within one run, against the work named, so that they mean the same on any machine; absolute times belong to this one.`,
    ...measured.flatMap(({ row, figures }) => [
      '',
      `## ${row.title}`,
      '',
      row.method,
      '',
      ...tableOf(figures),
    ]),
    '',
  ].join('\n');
  await writeFile(join(benchRoot, 'test', 'bench', 'RESULTS.md'), text);
}

/** A table whose columns are as wide as their longest cell. */
function tableOf(figures: readonly Figure[]): readonly string[] {
  const rows = [
    ['figure', 'budget', 'found', ''],
    ...figures.map(({ what, budget, found, verdict }) => [
      what,
      budget,
      found,
      verdict === 'info' ? '' : verdict,
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [lines[0] ?? '', `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)];
}
