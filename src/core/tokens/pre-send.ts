// The estimate before an ordinary request: the source's own, plus what the prompt transforms added (behaviour 2.15).

import { tokensOf, type Estimate, type VisibleSize } from './estimate.ts';
import type { RunningCount } from './running-count.ts';

export interface PreSendQuestion {
  readonly source: RunningCount;
  /** Model-visible size of the transformed prompt: history and pending text as they will be sent. */
  readonly prompt: VisibleSize;
  readonly imageTokens: number;
}

/**
 * With a baseline: its estimate plus the growth of the transformed prompt over the source; shrinkage is never
 * subtracted. Without one: the transformed prompt alone (seed, Request flow).
 */
export function preSendEstimate(question: PreSendQuestion): Estimate {
  const { source, imageTokens } = question;
  const prompt = tokensOf(question.prompt, imageTokens);
  // By characters on both sides: where a tokenizer counted the source, its tokens have no counterpart in the prompt.
  const before = tokensOf(source.size, imageTokens);
  const growth = Math.max(0, prompt - before);
  const { tokens, source: from } = source.estimate();
  if (source.baseline !== undefined || growth > 0) return { tokens: tokens + growth, source: from };
  return { tokens: shareOf(tokens, prompt, before), source: 'fresh-estimate' };
}

/** What is left of the source's tokens in a prompt that has lost some of it. */
function shareOf(tokens: number, prompt: number, before: number): number {
  return before === 0 ? tokens : Math.floor((tokens * prompt) / before);
}
