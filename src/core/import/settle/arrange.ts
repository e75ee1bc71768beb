// Puts drafts into the order every provider accepts: all calls of one assistant message, then all their results in call
// order, before the next assistant or user draft. Text that stood between is moved, never lost.

import { addAll } from '../../../base/add-all.ts';
import { assertNever } from '../../../base/fail.ts';
import type { Steps } from '../../../base/steps.ts';
import type { NextCallId } from './call-ids.ts';
import type { CallDraft, Draft, ResultDraft } from '../draft.ts';
import { foreign } from '../leftover.ts';
import { pairCalls } from './pair-calls.ts';

/** What a call without a result is closed with. */
export const noResultText =
  'No result was recorded: the imported transcript holds this call but not what the tool returned.';

export type ArrangedCall = CallDraft & { readonly callId: string };
export type ArrangedResult = ResultDraft & {
  readonly callId: string;
  readonly name: string;
  readonly synthetic?: boolean | undefined;
};
export type Arranged = Exclude<Draft, CallDraft | ResultDraft> | ArrangedCall | ArrangedResult;

export interface Arrangement {
  readonly drafts: readonly Arranged[];
  /** Calls without a result and results without a call. */
  readonly unpaired: number;
}

/**
 * Every call gets exactly one result: its own, or an explicit error. A result that answers no open call becomes a
 * foreign draft, and so does the source's id of a call that had to get another. Yields between drafts.
 */
export function* arrange(drafts: readonly Draft[], nextCallId: NextCallId): Steps<Arrangement> {
  const pairs = yield* pairCalls(drafts);
  const arranger = new Arranger(nextCallId, pairs.resultOf);
  for (const draft of drafts) {
    if (draft.kind !== 'tool-result') arranger.add(draft);
    else if (pairs.answering.has(draft)) arranger.result(draft);
    else arranger.add(foreign(JSON.stringify({ unansweredResult: draft }), draft));
    yield;
  }
  return { drafts: arranger.finish(), unpaired: pairs.unpaired };
}

interface Batch {
  readonly message: string | undefined;
  /** Where its first call stands in the output. */
  start: number;
  readonly calls: { readonly call: ArrangedCall; readonly result: ResultDraft | undefined }[];
  readonly awaited: Set<ResultDraft>;
  answered: boolean;
  /** Hidden drafts that came after the first result. */
  readonly held: Arranged[];
}

class Arranger {
  private readonly nextCallId: NextCallId;
  private readonly resultOf: ReadonlyMap<CallDraft, ResultDraft>;
  private readonly output: Arranged[] = [];
  private batch: Batch | undefined;

  constructor(nextCallId: NextCallId, resultOf: ReadonlyMap<CallDraft, ResultDraft>) {
    this.nextCallId = nextCallId;
    this.resultOf = resultOf;
  }

  add(draft: Exclude<Draft, ResultDraft>): void {
    switch (draft.kind) {
      case 'tool-call':
        this.call(draft);
        break;
      case 'assistant':
      case 'reasoning':
        this.said(draft);
        break;
      case 'user':
      case 'rollback':
      case 'compaction':
        this.closeBatch();
        this.output.push(draft);
        break;
      case 'settled':
      case 'usage':
      case 'file-touch':
      case 'foreign':
        if (this.batch?.answered === true) this.batch.held.push(draft);
        else this.output.push(draft);
        break;
      default:
        assertNever(draft);
    }
  }

  /** A result of a closed batch was pulled ahead of what stood between, and one of a later batch waits for its call. */
  result(draft: ResultDraft): void {
    if (this.batch?.awaited.has(draft) === true) this.batch.answered = true;
  }

  finish(): readonly Arranged[] {
    this.closeBatch();
    return this.output;
  }

  private call(draft: CallDraft): void {
    if (!this.joinsBatch(draft)) this.closeBatch();
    this.batch ??= {
      message: draft.message,
      start: this.output.length,
      calls: [],
      awaited: new Set(),
      answered: false,
      held: [],
    };
    const call = { ...draft, callId: this.nextCallId(draft.sourceId) };
    const result = this.resultOf.get(draft);
    this.batch.calls.push({ call, result });
    if (result !== undefined) this.batch.awaited.add(result);
    this.output.push(call);
    const { callId, sourceId } = call;
    if (callId !== sourceId) this.output.push(foreign(JSON.stringify({ callId, sourceId }), draft));
  }

  /** Calls of one message stand together even where the source wrote results between them. */
  private joinsBatch(draft: CallDraft): boolean {
    if (this.batch === undefined) return false;
    if (draft.message !== undefined && this.batch.message !== undefined) {
      return draft.message === this.batch.message;
    }
    return !this.batch.answered;
  }

  /** Text of the message that made the calls goes before them, any other after their results. */
  private said(draft: Exclude<Draft, ResultDraft | CallDraft> & { message?: string | undefined }): void {
    if (draft.message === undefined || this.batch?.message !== draft.message) {
      this.closeBatch();
      this.output.push(draft);
      return;
    }
    this.output.splice(this.batch.start, 0, draft);
    this.batch.start++;
  }

  private closeBatch(): void {
    if (this.batch === undefined) return;
    const { calls, held } = this.batch;
    this.batch = undefined;
    for (const { call, result } of calls) this.output.push(resultFor(call, result));
    addAll(this.output, held);
  }
}

function resultFor(call: ArrangedCall, result: ResultDraft | undefined): ArrangedResult {
  const { callId, name, at, line, sourceId } = call;
  if (result !== undefined) return { ...result, callId, name };
  return {
    kind: 'tool-result',
    sourceId,
    callId,
    name,
    content: [{ type: 'text', text: noResultText }],
    isError: true,
    synthetic: true,
    at,
    line,
  };
}
