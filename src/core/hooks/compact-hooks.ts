// The port to hooks around a compaction: payloads, decisions, and nothing about how handlers run (behaviours 7.5 to 7.7).

import { isAborted, unlessAborted } from '../../base/abort.ts';
import { reasonOf } from '../../base/fail.ts';
import type { HookHandler } from '../transcript/record.ts';

interface HookPayload {
  readonly sessionId: string;
  /** The session's directory for the root, the canonical transcript file for an agent. */
  readonly transcriptPath: string;
  readonly cwd: string | null;
  readonly workspaceRoot: string | null;
  readonly model: string;
  readonly turnId: number;
  /** `/root`, or the canonical path of an agent. */
  readonly origin: string;
}

interface CompactPayload extends HookPayload {
  readonly trigger: 'manual' | 'auto';
  readonly tokensBefore: number;
  /** True when no tail is kept. */
  readonly aggressive: boolean;
}

export interface PreCompactPayload extends CompactPayload {
  readonly hookEventName: 'PreCompact';
  readonly instructions: string | null;
}

export interface PostCompactPayload extends CompactPayload {
  readonly hookEventName: 'PostCompact';
  readonly summary: string;
  readonly tokensAfter: number;
}

export interface SessionStartPayload extends HookPayload {
  readonly hookEventName: 'SessionStart';
  readonly source: 'compact';
}

export type PreCompactDecision =
  | { readonly decision: 'continue'; readonly handlers: readonly HookHandler[] }
  /** Also the answer of a handler that failed and must not be ignored. */
  | { readonly decision: 'block'; readonly reason: string };

export interface CompactionHooks {
  preCompact(payload: PreCompactPayload, signal: AbortSignal): Promise<PreCompactDecision>;
  /** What it decides is only logged. */
  postCompact(payload: PostCompactPayload, signal: AbortSignal): Promise<void>;
  sessionStart(payload: SessionStartPayload, signal: AbortSignal): Promise<void>;
}

/** No handlers at all. */
export const noHooks: CompactionHooks = {
  preCompact: () => Promise.resolve({ decision: 'continue', handlers: [] }),
  postCompact: () => Promise.resolve(),
  sessionStart: () => Promise.resolve(),
};

const blockedWithoutReason = 'PreCompact hook stopped compaction';

/**
 * What PreCompact decides; undefined when the signal aborts first, whatever it answers later. A runner that throws or
 * rejects blocks: a hook that may forbid a compaction must not be passed over because it broke (behaviour 7.6). A block
 * always has a reason, and handlers without a context are left out: they changed nothing.
 */
export async function askPreCompact(
  hooks: CompactionHooks,
  payload: PreCompactPayload,
  signal: AbortSignal,
): Promise<PreCompactDecision | undefined> {
  try {
    const answer = await unlessAborted(hooks.preCompact(payload, signal), signal);
    if (answer === undefined || isAborted(signal)) return undefined;
    const decision = answer.value;
    if (decision.decision === 'block')
      return { decision: 'block', reason: decision.reason || blockedWithoutReason };
    return { decision: 'continue', handlers: decision.handlers.filter(hasContext) };
  } catch (error) {
    if (isAborted(signal)) return undefined;
    return { decision: 'block', reason: `PreCompact hook failed: ${reasonOf(error)}` };
  }
}

function hasContext(handler: HookHandler): boolean {
  return handler.contexts.some((context) => context.trim() !== '');
}
