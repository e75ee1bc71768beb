// What the head of the panel, its empty transcript and the way to the newest row say.

import type { MeterView } from '../../src/protocol/snapshot.ts';
import { thousands } from '../figures.ts';

export const panelTexts = {
  title: 'Segue',
  transcript: 'Conversation',
  emptyTitle: 'What shall we do?',
  emptyHint: 'Ask for a change, a search or a command. @ names a file, / shows commands.',
  chooseModel: 'Choose the model',
  showDiagnostics: 'Show context diagnostics',
  jump: 'Jump to latest',
  questionWaits: 'A question waits',
  compacted: 'Conversation compacted',
  hostGone: 'the extension does not answer',
} as const;

export function jumpText(newer: number): string {
  return newer === 0 ? panelTexts.jump : `${panelTexts.jump} (${newer} new)`;
}

/** `84k / 180k · 47 %`; k is floored. */
export function meterText(meter: MeterView): string {
  const percent = meter.usable === 0 ? 0 : Math.floor((100 * meter.used) / meter.usable);
  return `${thousands(meter.used)} / ${thousands(meter.usable)} · ${percent} %`;
}

export function meterTitle(meter: MeterView): string {
  const what = `${meter.used} of ${meter.usable} usable tokens (${meter.source})`;
  return [what, ...meter.details].join('\n');
}
