// The rows the webview has, by ascending order. Rows the host has not sent yet are before the first; they come on request.

import type { RowChanges } from '../../src/protocol/patch.ts';
import type { Row } from '../../src/protocol/rows.ts';

export interface RowsChanged {
  /** Keys whose row is another one now; they stand where they stood. */
  readonly updated: readonly string[];
  /** Rows came or went. */
  readonly moved: boolean;
  /** How many rows came behind all others. */
  readonly added: number;
}

const nothing: RowsChanged = { updated: [], moved: false, added: 0 };

export class RowList {
  private list: Row[] = [];
  private readonly byKey = new Map<string, Row>();
  /** How many rows the host has before the first of these. */
  before = 0;

  get rows(): readonly Row[] {
    return this.list;
  }

  get(key: string): Row | undefined {
    return this.byKey.get(key);
  }

  /** -1 for a row that is not here. */
  indexOf(key: string): number {
    const row = this.byKey.get(key);
    return row === undefined ? -1 : this.placeOf(row.order);
  }

  replaceAll(rows: readonly Row[], before: number): void {
    this.list = [...rows].sort((one, other) => one.order - other.order);
    this.byKey.clear();
    for (const row of this.list) this.byKey.set(row.key, row);
    this.before = before;
  }

  /** Rows from before the first; what is here already is left as it is. */
  addOlder(rows: readonly Row[], before: number): void {
    const fresh = rows.filter(({ key }) => !this.byKey.has(key));
    this.replaceAll([...fresh, ...this.list], before);
  }

  apply(changes: RowChanges): RowsChanged {
    let changed = nothing;
    if (changes.replace !== undefined) {
      this.replaceAll(changes.replace.rows, changes.replace.before);
      changed = { updated: this.list.map(({ key }) => key), moved: true, added: 0 };
    }
    for (const key of changes.remove) changed = joined(changed, this.remove(key));
    for (const row of changes.put) changed = joined(changed, this.put(row));
    for (const { key, text } of changes.append) changed = joined(changed, this.append(key, text));
    return changed;
  }

  private put(row: Row): RowsChanged {
    const old = this.byKey.get(row.key);
    if (old !== undefined && old.order === row.order) {
      this.list[this.placeOf(row.order)] = row;
      this.byKey.set(row.key, row);
      return { updated: [row.key], moved: false, added: 0 };
    }
    if (old !== undefined) this.remove(row.key);
    const first = this.list[0];
    // A row among those that were not sent: it comes with them.
    if (this.before > 0 && first !== undefined && row.order < first.order) return nothing;
    const last = this.list.at(-1);
    const isLast = last === undefined || last.order < row.order;
    if (isLast) this.list.push(row);
    else this.list.splice(this.placeOf(row.order), 0, row);
    this.byKey.set(row.key, row);
    return { updated: [row.key], moved: true, added: isLast ? 1 : 0 };
  }

  private remove(key: string): RowsChanged {
    const row = this.byKey.get(key);
    if (row === undefined) return nothing;
    this.list.splice(this.placeOf(row.order), 1);
    this.byKey.delete(key);
    return { updated: [], moved: true, added: 0 };
  }

  private append(key: string, text: string): RowsChanged {
    const old = this.byKey.get(key);
    if (old === undefined || (old.kind !== 'assistant' && old.kind !== 'reasoning')) return nothing;
    const row: Row = { ...old, text: { ...old.text, text: old.text.text + text } };
    this.list[this.placeOf(row.order)] = row;
    this.byKey.set(key, row);
    return { updated: [key], moved: false, added: 0 };
  }

  /** Where a row of this order stands, or would stand. */
  private placeOf(order: number): number {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.list[middle]?.order ?? 0) < order) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function joined(one: RowsChanged, other: RowsChanged): RowsChanged {
  if (other === nothing) return one;
  return {
    updated: [...one.updated, ...other.updated],
    moved: one.moved || other.moved,
    added: one.added + other.added,
  };
}
