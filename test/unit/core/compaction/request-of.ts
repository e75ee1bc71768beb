// Requests for a compaction, for tests of what is made from them.

import type { CompactionRequest } from '../../../../src/core/compaction/request.ts';
import { policyOf } from '../summary/summary-of.ts';

/** A manual continuation with room for everything, but for what is given. */
export function requestOf(own: Partial<CompactionRequest> = {}): CompactionRequest {
  return {
    trigger: 'manual',
    purpose: 'continuation',
    tail: 'recent',
    target: policyOf(),
    summary: policyOf(),
    targetPressure: false,
    tokensBefore: { tokens: 1000, source: 'fresh-estimate' },
    fixedTokens: 0,
    turn: 1,
    ...own,
  };
}
