// Which result answers which call. Ids decide, and where an id repeats, order. Arranging the pairs is arrange.ts.

import type { Steps } from '../../../base/steps.ts';
import type { CallDraft, Draft, ResultDraft } from '../draft.ts';

interface CallPairs {
  /** The result of each call that has one. */
  readonly resultOf: ReadonlyMap<CallDraft, ResultDraft>;
  /** Results that answer a call. */
  readonly answering: ReadonlySet<ResultDraft>;
  /** Calls without a result and results without a call; a second result of the same call is not counted. */
  readonly unpaired: number;
}

/**
 * Pairs the calls and results of one conversation. A result goes to the oldest open call with its id that stands before
 * it, or, when there is none, to the first one after it: some sources write a result before its call. Yields between
 * drafts.
 */
export function* pairCalls(drafts: readonly Draft[]): Steps<CallPairs> {
  const open = new Map<string, CallDraft[]>();
  const known = new Set<string>();
  const waiting: ResultDraft[] = [];
  const resultOf = new Map<CallDraft, ResultDraft>();
  const answering = new Set<ResultDraft>();
  const pair = (call: CallDraft, result: ResultDraft): void => {
    resultOf.set(call, result);
    answering.add(result);
  };
  for (const draft of drafts) {
    if (draft.kind === 'tool-call') {
      known.add(draft.sourceId);
      const calls = open.get(draft.sourceId);
      if (calls === undefined) open.set(draft.sourceId, [draft]);
      else calls.push(draft);
    } else if (draft.kind === 'tool-result') {
      const call = open.get(draft.sourceId)?.shift();
      if (call === undefined) waiting.push(draft);
      else pair(call, draft);
    }
    yield;
  }
  let orphanResults = 0;
  for (const result of waiting) {
    const call = open.get(result.sourceId)?.shift();
    if (call !== undefined) pair(call, result);
    else if (!known.has(result.sourceId)) orphanResults++;
  }
  const orphanCalls = [...open.values()].reduce((count, calls) => count + calls.length, 0);
  return { resultOf, answering, unpaired: orphanCalls + orphanResults };
}
