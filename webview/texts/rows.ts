// What the rows of the transcript say, but for those of tools: see tools.ts.

import type { RowOf, TurnAction } from '../../src/protocol/rows.ts';
import { counted, thousands } from '../figures.ts';

export const rowTexts = {
  you: 'You',
  steering: 'You, while it worked',
  host: 'Added by the host',
  unsent: 'Not sent yet',
  sendUnsent: 'Send now',
  remove: 'Remove',
  assistant: 'Segue',
  reasoning: 'Reasoning',
  reasoningNow: 'Reasoning…',
  openInEditor: 'Open in editor',
  copy: 'Copy',
  insert: 'Insert at cursor',
  openCode: 'Open in an editor',
  copied: 'Copied',
  earlierSegment: 'Open earlier segment',
  separatorTitle: 'Conversation compacted',
  summaryBy: 'Summary by',
  carried: 'Added by Segue because the summary lacked it:',
  missing: 'Rules of yours the summary may lack:',
  streamedBefore: 'What had come of the answer',
} as const;

export function moreText(omitted: number): string {
  return `Show ${counted(omitted, 'more character')}`;
}

export function omittedText(omitted: number): string {
  return `${counted(omitted, 'character')} not shown`;
}

/**
 * `Conversation compacted · 84k → 12k tokens (estimated) · 2 turns kept · …` (design 9). Each figure has its own label
 * where the two differ (design 13.6).
 */
export function separatorText(row: RowOf<'separator'>): string {
  const parts: string[] = [rowTexts.separatorTitle];
  if (row.tokens !== undefined) {
    const { before, after } = row.tokens;
    const own = before.source === after.source ? '' : ` (${before.source})`;
    parts.push(`${thousands(before.tokens)}${own} → ${thousands(after.tokens)} tokens (${after.source})`);
  }
  parts.push(`${counted(row.turnsKept, 'turn')} kept`);
  if (row.shortened === 'some') parts.push('tool outputs shortened');
  else if (row.shortened > 0) parts.push(`${counted(row.shortened, 'tool output')} shortened`);
  parts.push(`segment ${row.segment}`);
  return parts.join(' · ');
}

/** The reason of a request that was not sent says so itself. */
export function endedText(row: RowOf<'ended'>): string {
  const what = {
    failed: 'This turn failed',
    cancelled: 'Stopped',
    blocked: 'Not sent',
    interrupted: 'This turn was interrupted: the window closed before it ended',
  }[row.outcome];
  if (row.reason === '') return `${what}.`;
  return row.outcome === 'blocked' ? `${row.reason}.` : `${what}. ${row.reason}.`;
}

export const turnActions: Readonly<Record<TurnAction, string>> = {
  continue: 'Continue',
  retry: 'Retry',
  'turn-auto-on': 'Turn automatic compaction on again',
  'set-key': 'Set API key…',
  'select-model': 'Select model…',
  diagnostics: 'Show diagnostics',
};
