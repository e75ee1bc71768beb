// What is said of an export beside the export itself: what was masked, what the format has no place for, what is missing.

import type { ExportReport } from '../core/export/export-session.ts';
import type { Gap } from '../core/export/items.ts';
import { counted } from '../base/counted.ts';
import { storeFailureText } from './texts.ts';

/** One line each, for standard error. Nothing of it is an error. */
export function exportNotes(report: ExportReport): readonly string[] {
  const { maskedSecrets, missingArtifacts, gaps, leftOut } = report;
  const { asides, reasoning, agents } = leftOut;
  const named = missingArtifacts.join(', ');
  return [
    ...(maskedSecrets > 0 ? [`${counted(maskedSecrets, 'secret')} masked`] : []),
    ...(asides > 0
      ? [`left out: ${counted(asides, 'record')} taken back or of directives; --format markdown shows them`]
      : []),
    ...(reasoning > 0
      ? [`left out: ${counted(reasoning, 'reasoning record')}, for which the format has no place`]
      : []),
    ...(agents > 0 ? [`left out: ${counted(agents, 'agent')}, since the format holds one conversation`] : []),
    ...(missingArtifacts.length > 0
      ? [`artifacts missing or damaged: ${named}; segue verify says more`]
      : []),
    ...gaps.flatMap((gap) =>
      gap.what === 'lines'
        ? [`damaged lines of ${gap.file} left out: ${gap.lines.join(', ')}; segue verify says more`]
        : [],
    ),
  ];
}

/** The one line of an export that lacks whole files; undefined for one that lacks none. */
export function missingFiles(gaps: readonly Gap[]): string | undefined {
  const parts = gaps.flatMap((gap) => (gap.what === 'part' ? [gap] : []));
  const [first] = parts;
  if (first === undefined) return undefined;
  const files = parts.map(({ file }) => file).join(', ');
  return `the export lacks what ${files} held: ${storeFailureText(first.failure)}; segue verify says more`;
}
