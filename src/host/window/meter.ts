// How full the context is, for the panel and the status bar: figures of both models, each saying where it comes from.

import type { RunState } from '../../core/compaction/run-state.ts';
import { modelName } from '../../core/models/diagnostics.ts';
import type { ModelPolicy } from '../../core/models/policy.ts';
import type { Settings } from '../../core/settings/settings.ts';
import type { Counting, Estimate } from '../../core/tokens/estimate.ts';
import type { MeterView } from '../../protocol/snapshot.ts';
import { provenanceText, texts, thousands } from '../texts.ts';

export interface MeterQuestion {
  /** Of the transcript; a measured one has system prompt and tools in it. */
  readonly estimate: Estimate;
  readonly counting: Counting;
  /** Tokens of system prompt and tools. */
  readonly fixedTokens: number;
  readonly target: ModelPolicy;
  readonly summary: ModelPolicy;
  readonly settings: Settings;
  readonly auto: Pick<RunState['auto'], 'switchedOff'>;
}

/** The share of the threshold from which on the meter warns (design 9). */
const nearShare = 0.9;

export function meterView(question: MeterQuestion): MeterView {
  const { estimate, counting, fixedTokens, target, summary } = question;
  const isMeasured = estimate.source === 'provider-context';
  const used = estimate.tokens + (isMeasured ? 0 : fixedTokens);
  const threshold = Math.min(target.threshold, summary.threshold);
  return {
    used,
    usable: target.usable,
    threshold,
    source: isMeasured ? 'measured' : 'estimated',
    // What the gate before the next prompt compares; an estimate has no system prompt and tools in it there.
    near: estimate.tokens >= nearShare * threshold,
    details: [
      isMeasured
        ? texts.measured
        : texts.estimated({ transcript: estimate.tokens, fixed: fixedTokens, counting }),
      texts.compared(threshold, estimate.tokens),
      ...budgetLines(texts.answers, target),
      ...(modelName(summary) === modelName(target) ? [] : budgetLines(texts.summarises, summary)),
      ...automaticLine(question),
    ],
  };
}

/** `84k / 180k · 47 %`, and what is assumed about the window. */
export function statusText(meter: MeterView, target: ModelPolicy): string {
  const percent = Math.floor((meter.used / meter.usable) * 100);
  const assumed = target.provenance === 'built-in-fallback' ? ` · ${texts.assumed(target.window)}` : '';
  return `${thousands(meter.used)} / ${thousands(meter.usable)} · ${percent} %${assumed}`;
}

function budgetLines(role: string, policy: ModelPolicy): readonly string[] {
  const { window, provenance, reported, upperBound, reserve, threshold } = policy;
  return [
    `${modelName(policy)} ${role}`,
    texts.budget({ window, reserve, threshold }),
    provenanceText({ model: modelName(policy), window, provenance, reported, upperBound }),
  ];
}

function automaticLine({ settings, auto }: MeterQuestion): readonly string[] {
  if (!settings['compaction.auto']) return [texts.automaticOff];
  return auto.switchedOff ? [texts.automaticSwitchedOff] : [];
}
