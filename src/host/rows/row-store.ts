// The rows of a conversation in their order, and what of them changed since it was last asked. Which rows there are
// belongs to transcript-rows.ts.

import type { RowChanges } from '../../protocol/patch.ts';
import type { Row } from '../../protocol/rows.ts';

type Unplaced<R> = R extends Row ? Omit<R, 'order'> : never;

/** A row whose place the store gives. */
export type NewRow = Unplaced<Row>;

export interface RowPage {
  /** Oldest first. */
  readonly rows: readonly Row[];
  /** How many rows are before the first of them. */
  readonly before: number;
}

/** How many rows the changes carry at most when all are new. */
export type PageSize = number;

export class RowStore {
  private rows: Row[] = [];
  private readonly byKey = new Map<string, Row>();
  private nextOrder = 1;

  private isReplaced = false;
  private readonly put_ = new Set<string>();
  private readonly removed = new Set<string>();
  private readonly appended = new Map<string, string>();

  get size(): number {
    return this.rows.length;
  }

  get last(): Row | undefined {
    return this.rows.at(-1);
  }

  get(key: string): Row | undefined {
    return this.byKey.get(key);
  }

  /** Starts anew, with nothing. */
  clear(): void {
    this.rows = [];
    this.byKey.clear();
    this.isReplaced = true;
    this.put_.clear();
    this.removed.clear();
    this.appended.clear();
  }

  /** Takes the place of the row with the same key, or stands at the end. */
  put(row: NewRow): void {
    const old = this.byKey.get(row.key);
    const placed: Row = { ...row, order: old?.order ?? this.nextOrder++ };
    if (old === undefined) this.rows.push(placed);
    else this.rows[this.placeOf(old)] = placed;
    this.byKey.set(row.key, placed);
    this.removed.delete(row.key);
    this.appended.delete(row.key);
    if (!this.isReplaced) this.put_.add(row.key);
  }

  remove(key: string): void {
    const old = this.byKey.get(key);
    if (old === undefined) return;
    this.rows.splice(this.placeOf(old), 1);
    this.byKey.delete(key);
    this.put_.delete(key);
    this.appended.delete(key);
    if (!this.isReplaced) this.removed.add(key);
  }

  /** More text behind the text of an answer or a thought that is being streamed. */
  append(key: string, text: string): void {
    const old = this.byKey.get(key);
    if (old === undefined || (old.kind !== 'assistant' && old.kind !== 'reasoning')) return;
    const row: Row = { ...old, text: { ...old.text, text: old.text.text + text } };
    this.rows[this.placeOf(old)] = row;
    this.byKey.set(key, row);
    if (this.isReplaced || this.put_.has(key)) return;
    this.appended.set(key, (this.appended.get(key) ?? '') + text);
  }

  newest(most: PageSize): RowPage {
    const before = Math.max(0, this.rows.length - most);
    return { rows: this.rows.slice(before), before };
  }

  /** Rows before the one with this key; nothing for a key that is not there. */
  older(key: string, most: PageSize): RowPage {
    const first = this.byKey.get(key);
    const end = first === undefined ? 0 : this.placeOf(first);
    const before = Math.max(0, end - most);
    return { rows: this.rows.slice(before, end), before };
  }

  /** What changed since the last time; undefined when nothing did. */
  take(most: PageSize): RowChanges | undefined {
    const changes: RowChanges = { remove: [], put: [], append: [] };
    if (this.isReplaced) {
      const page = this.newest(most);
      changes.replace = { rows: [...page.rows], before: page.before };
    } else {
      if (this.put_.size + this.removed.size + this.appended.size === 0) return undefined;
      changes.remove = [...this.removed];
      for (const key of this.put_) {
        const row = this.byKey.get(key);
        if (row !== undefined) changes.put.push(row);
      }
      for (const [key, text] of this.appended) changes.append.push({ key, text });
    }
    this.forgetChanges();
    return changes;
  }

  /** A snapshot tells everything: what changed before it needs not be told. */
  forgetChanges(): void {
    this.isReplaced = false;
    this.put_.clear();
    this.removed.clear();
    this.appended.clear();
  }

  private placeOf(row: Row): number {
    let low = 0;
    let high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle]?.order ?? 0) < row.order) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
