// The conversation on screen: the windowed list, the views of its rows, following the end, and older rows on demand.

import type { RowList, RowsChanged } from '../state/row-list.ts';
import { element } from '../element.ts';
import { makeRow, type AnyRowView } from '../rows/make-row.ts';
import { estimateHeight, type RowContext } from '../rows/row-view.ts';
import { jumpText, panelTexts } from '../texts/panel.ts';
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
  private readonly jump: HTMLButtonElement;
  private readonly empty: HTMLElement;
  private readonly list: WindowList;
  private readonly views = new Map<string, AnyRowView>();
  private readonly context: RowContext;
  private readonly changed = new Set<string>();
  private isMoved = false;
  private isDue = false;
  private isLoading = false;
  /** Rows that came while the person looked elsewhere. */
  private newer = 0;

  constructor(deps: TranscriptDeps) {
    this.deps = deps;
    this.context = { ...deps.context, resized: (key) => this.list.changed(key) };
    const pad = element('div', { class: 'pad' });
    this.scroller = element(
      'div',
      { class: 'scroller', attributes: { role: 'feed', tabindex: '0', 'aria-label': panelTexts.transcript } },
      [pad],
    );
    this.jump = element('button', { class: 'jump', attributes: { type: 'button', 'data-action': 'jump' } });
    this.jump.addEventListener('click', () => this.toEnd());
    this.empty = element('div', { class: 'empty' }, [
      element('p', { class: 'empty-title', text: panelTexts.emptyTitle }),
      element('p', { text: panelTexts.emptyHint }),
    ]);
    this.element = element('main', { class: 'transcript' }, [this.scroller, this.empty, this.jump]);
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

  /** Brings a row into view and puts the focus on the first thing that can be pressed in it. */
  show(key: string): void {
    if (this.deps.rows.indexOf(key) < 0) return;
    this.list.scrollTo({ key, offset: -24 });
    const row = this.list.elementOf(key);
    (row?.querySelector<HTMLElement>('.ask vscode-button, .ask input') ?? row)?.focus();
  }

  /** Brings in older rows, without moving what is seen. */
  async older(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    await this.deps.loadOlder();
    this.isLoading = false;
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
    this.jump.hidden = this.list.isAtEnd;
    this.jump.textContent = jumpText(this.newer);
    this.jump.dataset['newer'] = String(this.newer);
    const isEmpty = this.deps.rows.rows.length === 0;
    this.empty.hidden = !isEmpty;
    this.scroller.hidden = isEmpty;
  }
}
