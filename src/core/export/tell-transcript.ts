// From the files of a transcript to items, one file in memory at a time. Records keep their order, but for results: they
// stand right behind the calls of their answer, as every reader of such conversations expects.

import type { Pace } from '../../base/pace.ts';
import type { RecordOf, TranscriptRecord } from '../transcript/record.ts';
import { isVisible, visibleLength } from '../transcript/visibility.ts';
import type { AnsweredCall, HeardRecord, Item, SaidRecord } from './items.ts';
import { OnceOnly } from './once-only.ts';
import type { Aside, Survey } from './survey.ts';
import type { TranscriptPart } from './transcript-parts.ts';

/** `survey` is that of the same parts. */
export interface TellDeps {
  readonly survey: Survey;
  readonly pace: Pace;
}

/** Ends early, without a word, when the signal aborts: its caller is about to stop. */
export function tellTranscript(
  parts: readonly TranscriptPart[],
  deps: TellDeps,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  return new Teller(parts, deps, signal).tell();
}

/** An answer that is being put together. */
interface Answer {
  readonly said: SaidRecord[];
  readonly calls: RecordOf<'tool-call'>[];
  readonly aside: Aside | undefined;
}

class Teller {
  private readonly parts: readonly TranscriptPart[];
  private readonly deps: TellDeps;
  private readonly signal: AbortSignal;
  private readonly once = new OnceOnly();
  /** Results of the part being told that no call has claimed yet, in order, by call id. */
  private waiting = new Map<string, RecordOf<'tool-result'>[]>();
  /** Ids of results told with their calls, ahead of their place. */
  private readonly toldAhead = new Set<string>();
  private answer: Answer | undefined;
  private covered = true;
  private anythingTold = false;
  private betweenTurns = true;
  private tokensBefore = 0;

  constructor(parts: readonly TranscriptPart[], deps: TellDeps, signal: AbortSignal) {
    this.parts = parts;
    this.deps = deps;
    this.signal = signal;
  }

  async *tell(): AsyncGenerator<Item> {
    for (const [index, part] of this.parts.entries()) {
      const { file } = part;
      const read = await part.read(this.signal);
      if (this.signal.aborted) return;
      if (!read.ok) {
        this.covered = false;
        yield { kind: 'gap', gap: { what: 'part', file, failure: read.error } };
        continue;
      }
      const { records, damagedLines } = read.value;
      if (damagedLines.length > 0) yield { kind: 'gap', gap: { what: 'lines', file, lines: damagedLines } };
      yield* this.tellPart(records, part.number ?? index + 1);
      if (damagedLines.length > 0) this.covered = false;
    }
  }

  private async *tellPart(records: readonly TranscriptRecord[], place: number): AsyncGenerator<Item> {
    const fresh = this.once.fresh(records, place);
    const isFresh = new Set(fresh);
    // What was told before, copied or fetched ahead, stands in this part as well: it stayed in view.
    const kept = records
      .filter((record) => !isFresh.has(record) || this.toldAhead.has(record.id))
      .map(({ id }) => id);
    this.waiting = resultsInOrder(fresh.filter(({ id }) => !this.toldAhead.has(id)));
    for (const record of fresh) {
      if (this.signal.aborted) return;
      const rest = this.deps.pace.breathe();
      if (rest !== undefined) await rest;
      if (record.kind === 'summary') {
        yield* this.closeAnswer();
        const { betweenTurns, tokensBefore } = this;
        const covered = this.covered && this.anythingTold;
        yield { kind: 'compaction', summary: record, place, kept, covered, betweenTurns, tokensBefore };
      } else yield* this.tellRecord(record);
      this.anythingTold ||= isVisible(record);
    }
    yield* this.closeAnswer();
    this.tokensBefore = Math.ceil(records.reduce((sum, record) => sum + visibleLength(record), 0) / 4);
  }

  private async *tellRecord(record: TranscriptRecord): AsyncGenerator<Item> {
    switch (record.kind) {
      case 'user':
      case 'task':
      case 'reminder':
      case 'agent-message':
        yield* this.heard(record);
        break;
      case 'assistant':
      case 'reasoning':
        if (this.answer !== undefined && this.answer.calls.length > 0) yield* this.closeAnswer();
        yield* this.openAnswer(record, (answer) => answer.said.push(record));
        break;
      case 'tool-call':
        yield* this.openAnswer(record, (answer) => answer.calls.push(record));
        break;
      case 'tool-result':
        yield* this.result(record);
        break;
      case 'fork-point':
      case 'notice':
        yield* this.closeAnswer();
        this.betweenTurns ||= record.kind === 'fork-point';
        yield { kind: 'noted', record };
        break;
      default:
        // The other hidden kinds are the host's own bookkeeping.
        break;
    }
  }

  private async *heard(record: HeardRecord): AsyncGenerator<Item> {
    yield* this.closeAnswer();
    this.betweenTurns = false;
    yield { kind: 'heard', record, aside: this.deps.survey.asides.get(record.id) };
  }

  private async *openAnswer(
    record: TranscriptRecord,
    add: (answer: Answer) => unknown,
  ): AsyncGenerator<Item> {
    const aside = this.deps.survey.asides.get(record.id);
    if (this.answer !== undefined && this.answer.aside !== aside) yield* this.closeAnswer();
    this.answer ??= { said: [], calls: [], aside };
    this.betweenTurns = false;
    add(this.answer);
  }

  /** The first result of a batch ends it. One that no call has claimed by now has none. */
  private async *result(record: RecordOf<'tool-result'>): AsyncGenerator<Item> {
    if (this.answer !== undefined && this.answer.calls.length > 0) yield* this.closeAnswer();
    if (this.toldAhead.has(record.id)) return;
    const waiting = this.waiting.get(record.callId);
    const place = waiting?.indexOf(record) ?? -1;
    if (place < 0) return;
    waiting?.splice(place, 1);
    yield* this.closeAnswer();
    yield { kind: 'stray-result', record, aside: this.deps.survey.asides.get(record.id) };
  }

  private async *closeAnswer(): AsyncGenerator<Item> {
    const { answer } = this;
    if (answer === undefined) return;
    this.answer = undefined;
    const calls: AnsweredCall[] = [];
    for (const call of answer.calls) calls.push({ call, result: await this.resultOf(call) });
    yield { kind: 'spoken', said: answer.said, calls, aside: answer.aside };
  }

  private async resultOf(call: RecordOf<'tool-call'>): Promise<RecordOf<'tool-result'> | undefined> {
    return this.waiting.get(call.callId)?.shift() ?? this.lateResult(call.callId);
  }

  /** The call was still running when its segment was finalized: its result is fetched from the later one. */
  private async lateResult(callId: string): Promise<RecordOf<'tool-result'> | undefined> {
    const late = this.deps.survey.lateResults.get(callId);
    const read = late === undefined ? undefined : await this.parts[late.place - 1]?.read(this.signal);
    if (late === undefined || read?.ok !== true) return undefined;
    const result = read.value.records.find(({ id }) => id === late.id);
    if (result?.kind !== 'tool-result') return undefined;
    this.toldAhead.add(result.id);
    return result;
  }
}

function resultsInOrder(records: readonly TranscriptRecord[]): Map<string, RecordOf<'tool-result'>[]> {
  const results = new Map<string, RecordOf<'tool-result'>[]>();
  for (const record of records) {
    if (record.kind !== 'tool-result') continue;
    const sameCall = results.get(record.callId);
    if (sameCall === undefined) results.set(record.callId, [record]);
    else sameCall.push(record);
  }
  return results;
}
