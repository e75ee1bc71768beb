// Summaries, policies and prompts for tests of what makes, checks and changes them.

import { fileURLToPath } from 'node:url';
import { loadPrompts } from '../../../../src/adapters/prompts/library.ts';
import type { SummaryPolicy } from '../../../../src/core/summary/policy.ts';
import { headingsFor, type SummaryPurpose } from '../../../../src/core/summary/purpose.ts';

/** The prompt files of the product. */
export const prompts = loadPrompts(fileURLToPath(new URL('../../../../prompts', import.meta.url)));

/** A valid summary: `(none)`, or `- none` in a digest, under every heading without a text of its own. */
export function summaryOf(purpose: SummaryPurpose, texts: Readonly<Record<string, string>> = {}): string {
  const none = purpose === 'digest' ? '- none' : '(none)';
  return headingsFor(purpose)
    .map((heading) => `## ${heading}\n${texts[heading] ?? none}`)
    .join('\n\n');
}

/** A policy with room for everything, without an idle deadline, but for what is given. */
export function policyOf(own: Partial<SummaryPolicy> = {}): SummaryPolicy {
  return {
    provider: 'anthropic',
    model: 'summarizer',
    window: 200_000,
    provenance: 'model-metadata',
    reserve: 20_000,
    usable: 180_000,
    ratio: 0.8,
    threshold: 144_000,
    stream: true,
    idleSeconds: 0,
    ...own,
  };
}
