// Shows a long list by keeping only the rows near the visible part in the page. Rows are measured as soon as they are
// mounted, before they are painted, so that nothing jumps; every change keeps the place the person looks at.

import { Offsets } from './offsets.ts';

export interface ListRows {
  readonly count: number;
  keyAt(index: number): string;
  /** -1 for a key that is not there. */
  indexOf(key: string): number;
  /** A guess at the height, asked once a row. */
  estimate(index: number): number;
  /** The element of a row, which the list puts in its place. */
  mount(index: number): HTMLElement;
  /** The row left the page. */
  unmount(key: string): void;
}

/** The end, or a row and how far below its beginning the visible part begins. */
export type Anchor = 'end' | { readonly key: string; readonly offset: number };

/** Pixels above and below the visible part that are kept mounted. */
const margin = 500;
const mostRounds = 6;
/** A scroll that ends this near to the end is at the end. */
const nearEnd = 24;

export class WindowList {
  private readonly scroller: HTMLElement;
  private readonly pad: HTMLElement;
  private readonly rows: ListRows;
  private readonly scrolled: () => void;
  private offsets = new Offsets();
  private keys: string[] = [];
  private readonly known = new Map<string, number>();
  private readonly mounted = new Map<string, HTMLElement>();
  private readonly keyOf = new WeakMap<Element, string>();
  private readonly watcher: ResizeObserver;
  private anchor_: Anchor = 'end';
  private written = -1;
  private width = 0;

  constructor(parts: {
    readonly scroller: HTMLElement;
    readonly pad: HTMLElement;
    readonly rows: ListRows;
    readonly scrolled: () => void;
  }) {
    ({ scroller: this.scroller, pad: this.pad, rows: this.rows, scrolled: this.scrolled } = parts);
    this.watcher = new ResizeObserver((entries) => this.resized(entries));
    this.watcher.observe(this.scroller);
    this.scroller.addEventListener('scroll', () => this.onScroll(), { passive: true });
  }

  get anchor(): Anchor {
    return this.anchor_;
  }

  get isAtEnd(): boolean {
    return this.anchor_ === 'end';
  }

  /** Pixels between the visible part and the beginning. */
  get top(): number {
    return this.scroller.scrollTop;
  }

  /** Rows came, went or stand elsewhere. */
  moved(): void {
    const old = this.keys;
    const { count } = this.rows;
    const isLonger =
      count >= old.length && (old.length === 0 || this.rows.keyAt(old.length - 1) === old.at(-1));
    if (isLonger && (old.length === 0 || this.rows.keyAt(0) === old[0])) {
      for (let index = old.length; index < count; index++) this.learn(index);
    } else {
      this.anchor_ = this.survivingAnchor(old);
      this.keys = [];
      this.offsets = new Offsets();
      for (let index = 0; index < count; index++) this.learn(index);
      for (const [key, mounted] of [...this.mounted]) if (this.rows.indexOf(key) < 0) this.drop(key, mounted);
    }
    this.render();
  }

  /** The content of a mounted row may have changed its height. */
  changed(key: string): void {
    const mounted = this.mounted.get(key);
    if (mounted !== undefined && this.measure(key, mounted)) this.render();
  }

  /** The row is to be shown by another element. */
  remount(key: string): void {
    const mounted = this.mounted.get(key);
    if (mounted === undefined) return;
    this.drop(key, mounted);
    this.render();
  }

  scrollTo(anchor: Anchor): void {
    this.anchor_ = anchor;
    this.render();
  }

  elementOf(key: string): HTMLElement | undefined {
    return this.mounted.get(key);
  }

  private learn(index: number): void {
    const key = this.rows.keyAt(index);
    this.keys.push(key);
    this.offsets.push(this.known.get(key) ?? this.rows.estimate(index));
  }

  /** The anchor's row; else what stands in its place now, or the nearest behind it that is still there. */
  private survivingAnchor(old: readonly string[]): Anchor {
    const anchor = this.anchor_;
    if (anchor === 'end' || this.rows.indexOf(anchor.key) >= 0) return anchor;
    const from = old.indexOf(anchor.key);
    const next = old.slice(from + 1).find((key) => this.rows.indexOf(key) >= 0);
    if (next === undefined) return 'end';
    const before = this.rows.indexOf(next) - 1;
    const key = before < 0 ? next : this.rows.keyAt(before);
    return { key: old.includes(key) ? next : key, offset: 0 };
  }

  private render(): void {
    const { offsets, scroller } = this;
    if (this.keys.length === 0) {
      this.pad.style.padding = '0';
      return;
    }
    const height = scroller.clientHeight;
    // Nothing has a height while it is not laid out; the watcher tells when that changes.
    if (height === 0) return;
    let top = 0;
    let first = 0;
    let last = 0;
    for (let round = 0; round < mostRounds; round++) {
      top = this.topOf(this.anchor_, height);
      first = offsets.find(Math.max(0, top - margin));
      last = offsets.find(top + height + margin);
      if (!this.mountMissing(first, last)) break;
    }
    this.parkOutside(first, last);
    this.pad.style.paddingTop = `${offsets.at(first)}px`;
    this.pad.style.paddingBottom = `${Math.max(0, offsets.total - offsets.at(last + 1))}px`;
    if (Math.abs(scroller.scrollTop - top) >= 0.5) scroller.scrollTop = top;
    this.written = scroller.scrollTop;
  }

  private topOf(anchor: Anchor, height: number): number {
    const most = Math.max(0, this.offsets.total - height);
    if (anchor === 'end') return most;
    const index = this.rows.indexOf(anchor.key);
    return Math.min(Math.max(0, this.offsets.at(index) + anchor.offset), most);
  }

  /** True when a row turned out to have another height than was known. */
  private mountMissing(first: number, last: number): boolean {
    const fresh: [string, HTMLElement][] = [];
    let previous: Element | null = null;
    for (let index = first; index <= last; index++) {
      const key = this.keys[index];
      if (key === undefined) break;
      let row = this.mounted.get(key);
      if (row === undefined) {
        row = this.rows.mount(index);
        this.mounted.set(key, row);
        this.keyOf.set(row, key);
        fresh.push([key, row]);
        // Rows that are in the page stay where they are: one that is moved loses the focus.
        this.pad.insertBefore(row, previous === null ? this.firstBehind(index) : previous.nextElementSibling);
      }
      row.classList.remove('parked');
      row.setAttribute('aria-posinset', String(index + 1));
      row.setAttribute('aria-setsize', String(this.keys.length));
      previous = row;
    }
    let isChanged = false;
    for (const [key, row] of fresh) {
      isChanged = this.measure(key, row) || isChanged;
      this.watcher.observe(row);
    }
    return isChanged;
  }

  private firstBehind(index: number): Element | null {
    for (const child of this.pad.children) {
      const key = this.keyOf.get(child);
      if (key !== undefined && this.rows.indexOf(key) > index) return child;
    }
    return null;
  }

  private measure(key: string, row: HTMLElement): boolean {
    if (row.classList.contains('parked')) return false;
    const { height } = row.getBoundingClientRect();
    this.known.set(key, height);
    const index = this.rows.indexOf(key);
    return index >= 0 && this.offsets.set(index, height);
  }

  /** Rows outside leave the page, but for one that holds the focus or the selection: it only leaves the flow. */
  private parkOutside(first: number, last: number): void {
    const selection = document.getSelection();
    for (const [key, row] of [...this.mounted]) {
      const index = this.rows.indexOf(key);
      if (index >= first && index <= last) continue;
      const isSelected =
        selection?.isCollapsed === false &&
        (row.contains(selection.anchorNode) || row.contains(selection.focusNode));
      if (isSelected || row.contains(document.activeElement)) row.classList.add('parked');
      else this.drop(key, row);
    }
  }

  private drop(key: string, row: HTMLElement): void {
    this.watcher.unobserve(row);
    this.mounted.delete(key);
    row.remove();
    this.rows.unmount(key);
  }

  private onScroll(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    if (Math.abs(scrollTop - this.written) >= 0.5) {
      const isEnd = scrollHeight - clientHeight - scrollTop <= nearEnd;
      this.anchor_ = isEnd ? 'end' : this.anchorAt(scrollTop);
      this.render();
    }
    this.scrolled();
  }

  private anchorAt(top: number): Anchor {
    const index = this.offsets.find(top);
    const key = this.keys[index];
    return key === undefined ? 'end' : { key, offset: top - this.offsets.at(index) };
  }

  private resized(entries: readonly ResizeObserverEntry[]): void {
    const { clientWidth } = this.scroller;
    if (clientWidth !== this.width) {
      // Every height that was learnt belongs to another width; those in the page are measured again below.
      this.width = clientWidth;
      this.known.clear();
      for (const [key, row] of this.mounted) this.measure(key, row);
    }
    for (const { target } of entries) {
      const key = this.keyOf.get(target);
      if (key !== undefined && target instanceof HTMLElement && target.isConnected) this.measure(key, target);
    }
    this.render();
  }
}
