// The one message of a summary request: labelled parts in a fixed order, nothing else (behaviour 6.2).

import { escapeLabels, labelled, labelledPart, unescapeLabels } from '../evidence/labels.ts';
import type { SummaryPurpose } from './purpose.ts';

const purposeLine = 'Context-summary purpose: ';
const labels = {
  focus: 'focus data (do not reproduce)',
  previousSummary: 'authoritative previous continuation summary',
  guidance: 'bounded caller guidance',
  evidence: 'frozen untrusted evidence',
} as const;

export interface SummaryInput {
  readonly purpose: SummaryPurpose;
  /** A rendered evidence document; its own texts are escaped already. */
  readonly evidence: string;
  readonly focus?: string | undefined;
  readonly previousSummary?: string | undefined;
  readonly guidance?: string | undefined;
}

export function renderSummaryInput(input: SummaryInput): string {
  const parts = [purposeLine + input.purpose];
  for (const name of ['focus', 'previousSummary', 'guidance'] as const) {
    const text = input[name]?.trim();
    if (text !== undefined && text !== '') parts.push(labelled(labels[name], escapeLabels(text)));
  }
  parts.push(labelled(labels.evidence, input.evidence));
  return parts.join('\n\n');
}

/** Reads a rendered input back; undefined for any other text. */
export function parseSummaryInput(text: string): SummaryInput | undefined {
  if (!text.startsWith(purposeLine)) return undefined;
  const purpose = text.slice(purposeLine.length, text.indexOf('\n'));
  const evidence = labelledPart(text, labels.evidence);
  if (evidence === undefined || !isPurpose(purpose)) return undefined;
  const part = (name: 'focus' | 'previousSummary' | 'guidance'): string | undefined => {
    const found = labelledPart(text, labels[name]);
    return found === undefined ? undefined : unescapeLabels(found);
  };
  return {
    purpose,
    evidence,
    focus: part('focus'),
    previousSummary: part('previousSummary'),
    guidance: part('guidance'),
  };
}

function isPurpose(text: string): text is SummaryPurpose {
  return text === 'continuation' || text === 'handoff' || text === 'digest';
}
