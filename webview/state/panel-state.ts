// What the panel shows, as the host told it: the newest snapshot and the patches that followed it. Pure; what changes on
// screen is decided by panel.ts.

import type { Patch } from '../../src/protocol/patch.ts';
import type { Snapshot } from '../../src/protocol/snapshot.ts';
import { RowList, type RowsChanged } from './row-list.ts';

export type PanelView = Omit<Snapshot, 'rows' | 'before' | 'revision' | 'draft'>;

export type TakenPatch =
  | { readonly kind: 'taken'; readonly rows: RowsChanged | undefined }
  /** It is older than what is shown. */
  | { readonly kind: 'old' }
  /** Something between was missed, or there was no snapshot yet: another snapshot is needed. */
  | { readonly kind: 'gap' };

export class PanelState {
  readonly rows = new RowList();
  private view_: PanelView | undefined;
  private revision = 0;

  /** Undefined before the first snapshot. */
  get view(): PanelView | undefined {
    return this.view_;
  }

  takeSnapshot(snapshot: Snapshot): PanelView {
    const { rows, before, revision, draft: _, ...view } = snapshot;
    this.rows.replaceAll(rows, before);
    this.revision = revision;
    this.view_ = view;
    return view;
  }

  takePatch(patch: Patch): TakenPatch {
    const { rows, revision, ...changed } = patch;
    if (this.view_ === undefined) return { kind: 'gap' };
    if (revision <= this.revision) return { kind: 'old' };
    if (revision !== this.revision + 1) return { kind: 'gap' };
    this.revision = revision;
    this.view_ = { ...this.view_, ...given(changed) };
    return { kind: 'taken', rows: rows === undefined ? undefined : this.rows.apply(rows) };
  }
}

/** Without the fields that are there and undefined: they say nothing. */
function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
