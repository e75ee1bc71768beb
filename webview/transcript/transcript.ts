// The conversation on screen: the windowed list, the views of its rows, following the end, and older rows on demand.

import type { Row, RowOf } from '../../src/protocol/rows.ts';
import type { RowList, RowsChanged } from '../state/row-list.ts';
import { element } from '../element.ts';
import { makeRow, type AnyRowView } from '../rows/make-row.ts';
import { estimateHeight, type RowContext } from '../rows/row-view.ts';
import { panelTexts } from '../texts/panel.ts';
import { separatorText } from '../texts/rows.ts';
import { Pointers } from './pointers.ts';
import { WindowList, type Anchor } from './window-list.ts';

/** Pixels from the beginning at which older rows are asked for. */
const nearStart = 800;

export interface TranscriptDeps {
  readonly rows: RowList;
  readonly context: Omit<RowContext, 'resized'>;
  /** Resolves when older rows are in the list, or cannot be had. */
  readonly loadOlder: () => Promise<void>;
  readonly scrolled: () => void;
}

export class Transcript {
  readonly element: HTMLElement;
  private readonly deps: TranscriptDeps;
  private readonly scroller: HTMLElement;
  private readonly pointers: Pointers;
  private readonly empty: HTMLElement;
  private readonly list: WindowList;
  private readonly views = new Map<string, AnyRowView>();
  private readonly context: RowContext;
  private readonly changed = new Set<string>();
  private isMoved = false;
  private isDue = false;
  /** Older rows are on their way. */
  private loading: Promise<void> | undefined;
  /** Rows that came while the person looked elsewhere. */
  private newer = 0;
  private waitingCall: string | undefined;
  /** A compaction was applied, and its separator has not been in sight. */
  private isSeparatorNew = false;

  constructor(deps: TranscriptDeps) {
    this.deps = deps;
    this.context = { ...deps.context, resized: (key) => this.list.changed(key) };
    const pad = element('div', { class: 'pad' });
    this.scroller = element(
      'div',
      { class: 'scroller', attributes: { role: 'feed', tabindex: '0', 'aria-label': panelTexts.transcript } },
      [pad],
    );
    this.pointers = new Pointers({
      toQuestion: () => {
        if (this.waitingCall !== undefined) this.showCall(this.waitingCall);
      },
      toSeparator: () => void this.find(({ kind }) => kind === 'separator'),
      toEnd: () => {
        this.toEnd();
        this.scroller.focus();
      },
    });
    this.empty = element('div', { class: 'empty' }, [
      element('p', { class: 'empty-title', text: panelTexts.emptyTitle }),
      element('p', { text: panelTexts.emptyHint }),
    ]);
    this.element = element('main', { class: 'transcript' }, [
      this.scroller,
      this.empty,
      this.pointers.element,
    ]);
    this.list = new WindowList({
      scroller: this.scroller,
      pad,
      rows: this.listRows(),
      scrolled: () => this.onScrolled(),
    });
    this.drawEdges();
  }

  get anchor(): Anchor {
    return this.list.anchor;
  }

  /** Everything is another one; the place is kept where its row is still there. */
  redraw(anchor: Anchor | undefined): void {
    const { rows } = this.deps;
    this.take({ updated: rows.rows.map(({ key }) => key), moved: true, added: 0 });
    this.flush();
    if (anchor === undefined || anchor === 'end' || rows.indexOf(anchor.key) < 0) return;
    this.list.scrollTo(anchor);
  }

  /** Shown with the next frame: many changes between two frames are drawn once. */
  take(change: RowsChanged): void {
    for (const key of change.updated) this.changed.add(key);
    this.isMoved ||= change.moved;
    if (!this.list.isAtEnd) this.newer += change.added;
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.flush());
  }

  toEnd(): void {
    this.newer = 0;
    this.list.scrollTo('end');
    this.drawEdges();
  }

  /** The person said something: they look at what becomes of it, and are done with what was before. */
  said(): void {
    this.isSeparatorNew = false;
    this.toEnd();
  }

  /** The call that waits for the person, if any: a way to it is shown while it is out of sight. */
  waits(callId: string | undefined): void {
    this.waitingCall = callId;
    this.drawEdges();
  }

  /** A compaction was applied: a way to its separator is shown until that was in sight. */
  compacted(): void {
    this.flush();
    this.isSeparatorNew = true;
    this.drawEdges();
  }

  /** Brings a call into view, with the focus on the first answer it can be given. */
  showCall(callId: string): void {
    void this.find((row) => row.kind === 'tool' && row.callId === callId);
  }

  /** The row may be among those the host has not sent yet. */
  private async find(isIt: (row: Row) => boolean): Promise<void> {
    const { rows } = this.deps;
    for (;;) {
      const row = rows.rows.findLast(isIt);
      const { before } = rows;
      if (row !== undefined) this.show(row.key);
      if (row !== undefined || before === 0) return;
      await this.older();
      if (rows.before === before) return;
    }
  }

  private show(key: string): void {
    this.list.scrollTo({ key, offset: -24 });
    const row = this.list.elementOf(key);
    (row?.querySelector<HTMLElement>('.ask vscode-button, .ask input') ?? row)?.focus();
  }

  /** Brings in older rows, without moving what is seen. */
  private older(): Promise<void> {
    this.loading ??= this.load();
    return this.loading;
  }

  private async load(): Promise<void> {
    try {
      await this.deps.loadOlder();
    } finally {
      this.loading = undefined;
    }
    this.isMoved = true;
    this.flush();
  }

  private flush(): void {
    if (!this.isDue && !this.isMoved && this.changed.size === 0) return;
    this.isDue = false;
    const keys = [...this.changed];
    this.changed.clear();
    for (const key of keys) this.update(key);
    this.drawEdges();
    if (this.isMoved) this.list.moved();
    else for (const key of keys) this.list.changed(key);
    this.isMoved = false;
    this.drawEdges();
  }

  private update(key: string): void {
    const view = this.views.get(key);
    const row = this.deps.rows.get(key);
    if (view === undefined || row === undefined || view.update(row)) return;
    this.list.remount(key);
  }

  private listRows(): ConstructorParameters<typeof WindowList>[0]['rows'] {
    const { rows } = this.deps;
    const { views } = this;
    const at = (index: number): NonNullable<(typeof rows.rows)[number]> => {
      const row = rows.rows[index];
      if (row === undefined) throw new RangeError(`There is no row ${index}`);
      return row;
    };
    return {
      get count() {
        return rows.rows.length;
      },
      keyAt: (index) => at(index).key,
      indexOf: (key) => rows.indexOf(key),
      estimate: (index) => estimateHeight(at(index), this.scroller.clientWidth),
      mount: (index) => {
        const row = at(index);
        const view = makeRow(row, this.context);
        views.set(row.key, view);
        return view.element;
      },
      unmount: (key) => views.delete(key),
    };
  }

  private onScrolled(): void {
    if (this.list.isAtEnd) this.newer = 0;
    this.drawEdges();
    this.deps.scrolled();
    if (this.deps.rows.before > 0 && this.list.top <= nearStart) void this.older();
  }

  private drawEdges(): void {
    const { rows } = this.deps.rows;
    const { isAtEnd } = this.list;
    const [first] = rows;
    const separator = first?.kind === 'separator' ? first : undefined;
    if (this.isSeparatorNew && separator !== undefined && this.isSeen(separator.key))
      this.isSeparatorNew = false;
    this.pointers.show({
      question: !isAtEnd && this.waitingCall !== undefined && !this.isCallSeen(this.waitingCall),
      compaction: this.isSeparatorNew ? compactionText(separator) : undefined,
      newer: isAtEnd ? undefined : this.newer,
    });
    const isEmpty = rows.length === 0;
    this.empty.hidden = !isEmpty;
    this.scroller.hidden = isEmpty;
  }

  private isCallSeen(callId: string): boolean {
    const row = this.deps.rows.rows.findLast((one) => one.kind === 'tool' && one.callId === callId);
    return row !== undefined && this.isSeen(row.key);
  }

  private isSeen(key: string): boolean {
    const row = this.list.elementOf(key);
    if (row === undefined) return false;
    // Of a row that asks something, the question is what is to be seen.
    const seen = (row.querySelector('.ask') ?? row).getBoundingClientRect();
    const shown = this.scroller.getBoundingClientRect();
    return seen.bottom > shown.top && seen.top < shown.bottom && !row.classList.contains('parked');
  }
}

/** While the separator is not among the rows the page has, its words are not known. */
function compactionText(separator: RowOf<'separator'> | undefined): string {
  return separator === undefined ? panelTexts.compacted : separatorText(separator);
}
