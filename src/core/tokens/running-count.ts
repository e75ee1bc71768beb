// The size of an active segment, kept up to date record by record, and the baseline it is measured against.
// A threshold check reads sums; it never scans the transcript.

import { invariant } from '../../base/fail.ts';
import type { TranscriptRecord } from '../transcript/record.ts';
import { withoutSuperseded } from '../transcript/visibility.ts';
import type { Baseline } from './baseline.ts';
import { recordSize, tokensOf, type Counting, type Estimate, type VisibleSize } from './estimate.ts';

interface Entry {
  readonly place: number;
  readonly size: VisibleSize;
  /** What a tokenizer counted for the record's text; until then its characters stand for it. */
  tokens: number | undefined;
}

interface Sum {
  /** Of every record. */
  characters: number;
  images: number;
  /** Of the records a tokenizer has counted: their characters, and the tokens that take their place. */
  countedCharacters: number;
  countedTokens: number;
}

interface Since {
  readonly baseline: Baseline;
  readonly marker: number;
  readonly sum: Sum;
  /** Everything there was when the baseline was set, as it was counted then. */
  readonly before: Readonly<Sum>;
}

export class RunningCount {
  private imageTokens: number;
  private entries = new Map<string, Entry>();
  private records = 0;
  private total: Sum = nothing();
  /** What was added after the baseline's marker; undefined while there is no baseline. */
  private since: Since | undefined;

  constructor(records: readonly TranscriptRecord[], imageTokens: number) {
    this.imageTokens = imageTokens;
    this.restart(records);
  }

  /** Counts one new record; nothing else is looked at. A `superseded` record needs `restart` and throws here. */
  append(record: TranscriptRecord): void {
    invariant(record.kind !== 'superseded', 'superseded records are counted anew');
    const entry: Entry = { place: this.records++, size: recordSize(record), tokens: undefined };
    this.entries.set(record.id, entry);
    add(this.total, entry.size);
    if (this.since !== undefined) add(this.since.sum, entry.size);
  }

  /**
   * A rotation, a rewind or superseded records: counted anew, and the old measurement no longer holds (behaviours 2.12,
   * 2.14).
   */
  restart(records: readonly TranscriptRecord[]): void {
    this.entries = new Map();
    this.records = 0;
    this.total = nothing();
    this.since = undefined;
    for (const record of withoutSuperseded(records)) this.append(record);
  }

  /** Takes a tokenizer's count of one record; a second count, or that of a record no longer there, is ignored. */
  counted(recordId: string, tokens: number): void {
    const entry = this.entries.get(recordId);
    if (entry?.tokens !== undefined || entry === undefined) return;
    entry.tokens = tokens;
    exchange(this.total, entry.size, tokens);
    if (this.since !== undefined && entry.place >= this.since.marker)
      exchange(this.since.sum, entry.size, tokens);
  }

  /**
   * The values an estimate is made with changed: what a tokenizer counted is left out until it is counted again, and a
   * baseline that was only estimated gives way to a fresh estimate. What a provider measured holds.
   */
  estimateAnew(imageTokens: number): void {
    this.imageTokens = imageTokens;
    for (const entry of this.entries.values()) entry.tokens = undefined;
    if (this.since?.baseline.source === 'fresh-estimate') this.since = undefined;
    for (const sum of [this.total, this.since?.sum]) if (sum !== undefined) forgetCounted(sum);
  }

  /** Sets the marker at the end of what is counted now and returns its place (behaviour 2.5). */
  setBaseline(baseline: Baseline): number {
    this.since = { baseline, marker: this.records, sum: nothing(), before: { ...this.total } };
    return this.records;
  }

  clearBaseline(): void {
    this.since = undefined;
  }

  get baseline(): Baseline | undefined {
    return this.since?.baseline;
  }

  /** How many records stood before the marker; null without a baseline. */
  get marker(): number | null {
    return this.since?.marker ?? null;
  }

  /** Model-visible size of everything counted, whatever a tokenizer said of it. */
  get size(): VisibleSize {
    return { characters: this.total.characters, images: this.total.images };
  }

  /**
   * The baseline plus what was added after it, or a fresh estimate (seed, Token estimate; behaviours 2.1, 2.11). It says
   * measured only when the baseline was.
   */
  estimate(): Estimate {
    if (this.since === undefined) return this.fresh();
    const { baseline, sum } = this.since;
    return { tokens: baseline.tokens + this.tokensOf(sum), source: baseline.source };
  }

  /** What counted the text behind `estimate`, as far as no provider measured it. */
  get counting(): Counting {
    const parts = this.since === undefined ? [this.total] : [this.since.before, this.since.sum];
    const counted = parts.some((part) => part.countedCharacters > 0);
    const isWhole = parts.every((part) => part.countedCharacters === part.characters);
    return counted ? (isWhole ? 'tokenizer' : 'both') : 'characters';
  }

  fresh(): Estimate {
    return { tokens: this.tokensOf(this.total), source: 'fresh-estimate' };
  }

  private tokensOf(sum: Sum): number {
    const uncounted = { characters: sum.characters - sum.countedCharacters, images: sum.images };
    return sum.countedTokens + tokensOf(uncounted, this.imageTokens);
  }
}

function nothing(): Sum {
  return { characters: 0, images: 0, countedCharacters: 0, countedTokens: 0 };
}

function add(sum: Sum, size: VisibleSize): void {
  sum.characters += size.characters;
  sum.images += size.images;
}

function forgetCounted(sum: Sum): void {
  sum.countedCharacters = 0;
  sum.countedTokens = 0;
}

function exchange(sum: Sum, size: VisibleSize, tokens: number): void {
  sum.countedCharacters += size.characters;
  sum.countedTokens += tokens;
}
