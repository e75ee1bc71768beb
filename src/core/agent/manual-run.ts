// One manual compaction of a chat, at a gate or between turns: thresholds, the setting and the switch do not matter
// (behaviour 1.13).

import type { CompactionOutcome } from '../compaction/outcome.ts';
import type { ChatParts } from './chat-parts.ts';
import type { ManualCompaction } from './chat-session.ts';
import type { CompactionPolicies } from './policies.ts';

export interface ManualRun {
  readonly asked: ManualCompaction;
  readonly policies: CompactionPolicies;
  readonly turn: number;
  /** Turns that are complete. */
  readonly turnCount: number;
  /** First record of the running tool batch. */
  readonly pendingFrom: string | undefined;
}

export function runManual(run: ManualRun, parts: ChatParts, signal: AbortSignal): Promise<CompactionOutcome> {
  const { asked, ...rest } = run;
  return parts.compactions.run(
    {
      ...rest,
      trigger: 'manual',
      tail: asked.tail,
      guidance: asked.guidance,
      targetPressure: false,
      tokensBefore: parts.conversation.count.estimate(),
      fixedTokens: 0,
    },
    signal,
  );
}
