// The context diagnostics as a page to read: how full, when it would be compacted, what was decided before and why
// (design 13.6).

import type { ContextDiagnosis } from '../../core/diagnostics/context-diagnosis.ts';
import type { PastDecision } from '../../core/diagnostics/past-decisions.ts';
import type { BudgetFigures } from '../../core/models/diagnostics.ts';
import { startRefusalText } from '../../core/agent/notices.ts';
import type { GateDecision } from '../../core/compaction/admission.ts';
import { assertNever } from '../../base/fail.ts';
import { provenanceText } from '../texts.ts';

export interface DiagnosticsQuestion {
  readonly session: string;
  readonly diagnosis: ContextDiagnosis;
  /** Tokens of system prompt and tools, which a measured figure has in it. */
  readonly fixedTokens: number;
  readonly automatic: 'on' | 'off' | 'switched-off';
  /** Newest last. */
  readonly decisions: readonly PastDecision[];
}

export function diagnosticsText(question: DiagnosticsQuestion): string {
  const { session, diagnosis, fixedTokens, automatic, decisions } = question;
  const { estimate, winningThreshold, ratio, target, summary, decision } = diagnosis;
  const share = percent(estimate.tokens / winningThreshold);
  return [
    `# Context of ${session}`,
    '',
    `- Transcript: **${estimate.tokens} tokens** (${kindOf(estimate.source)}), ${share} of the threshold.`,
    ...(estimate.source === 'fresh-estimate'
      ? [
          `- System prompt and tools: ${fixedTokens} tokens (estimated), in every request besides it. The meter adds them.`,
        ]
      : ['- System prompt and tools are in that figure.']),
    `- Threshold: ${winningThreshold} tokens, ${percent(ratio)} of what the smaller of both models can use. Before a prompt ` +
      'the figure of the transcript is compared with it, between tool calls the estimate of the whole next request.',
    `- Now: ${decisionText(decision)}.`,
    `- Automatic compaction: ${automaticText(automatic)}.`,
    '',
    '## Models',
    '',
    ...budgetLines('answers', target),
    ...budgetLines('summarises', summary),
    '',
    '## What was decided before',
    '',
    ...(decisions.length === 0 ? ['Nothing yet.'] : decisions.map((past) => `- ${pastText(past)}`)),
    '',
    'Compact now: `Segue: Compact conversation` in the palette, or `/compact` in the composer.',
    '',
  ].join('\n');
}

function budgetLines(role: string, figures: BudgetFigures): readonly string[] {
  const { model, window, reserve, usable, threshold } = figures;
  return [
    `- \`${model}\` ${role}: window ${window} tokens (${provenanceText(figures)}); ${reserve} kept free for ` +
      `the answer, ${usable} usable, ${threshold} are the threshold of this model alone.`,
  ];
}

function automaticText(state: DiagnosticsQuestion['automatic']): string {
  switch (state) {
    case 'on':
      return 'on';
    case 'off':
      return 'off by the setting `segue.compaction.auto`';
    case 'switched-off':
      return 'switched off after three failed runs, until you turn it on again';
  }
}

function decisionText(decision: GateDecision): string {
  switch (decision.decision) {
    case 'send':
      return 'the next request goes as it is, the estimate is below the threshold';
    case 'send-uncompacted':
      return `over the threshold, but the next request would go as it is: ${startRefusalText(decision.reason)}`;
    case 'compact':
      return 'the next request would be compacted first, the estimate reaches the threshold';
    case 'block':
      return `the next request would be stopped: ${decision.estimate} tokens remain after a compaction, the threshold is ${decision.threshold}`;
    default:
      return assertNever(decision);
  }
}

function pastText(past: PastDecision): string {
  const at = past.at.slice(0, 16).replace('T', ' ');
  const figures = `${past.estimate} tokens (${kindOf(past.source)}), threshold ${past.threshold}${reportedText(past)}`;
  const reason = past.reason === null ? '' : ` (${past.reason})`;
  if (past.kind === 'gate') return `${at} ${past.gate} gate: ${figures} → ${past.decision}${reason}`;
  const after = past.after === null ? '' : `, ${past.after} tokens of transcript after it`;
  return `${at} ${past.trigger} run by ${past.model}: ${figures} → ${past.outcome ?? 'never ended'}${reason}${after}`;
}

function kindOf(source: 'provider-context' | 'fresh-estimate'): string {
  return source === 'provider-context' ? 'measured' : 'estimated';
}

/** Rounded down to a tenth. */
function percent(share: number): string {
  return `${Math.floor(share * 1000 + 1e-6) / 10} %`;
}

function reportedText({ reportedWindow }: PastDecision): string {
  return reportedWindow === undefined ? '' : ` of a window of ${reportedWindow}, reported by the provider`;
}
