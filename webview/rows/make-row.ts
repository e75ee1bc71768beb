// The view of each kind of row.

import type { Row } from '../../src/protocol/rows.ts';
import { assistantView } from './assistant.ts';
import { endedView } from './ended.ts';
import { noticeView } from './notice.ts';
import { reasoningView } from './reasoning.ts';
import type { RowContext, RowView } from './row-view.ts';
import { separatorView } from './separator.ts';
import { toolView } from './tool.ts';
import { userView } from './user.ts';

/** A row on screen that takes any newer state of the same row; false for one of another kind. */
export interface AnyRowView {
  readonly element: HTMLElement;
  update(row: Row): boolean;
}

export function makeRow(row: Row, context: RowContext): AnyRowView {
  const view = viewOf(row, context);
  const { element } = view;
  element.dataset['key'] = row.key;
  element.dataset['kind'] = row.kind;
  element.setAttribute('role', 'article');
  element.tabIndex = -1;
  return view;
}

function viewOf(row: Row, context: RowContext): AnyRowView {
  switch (row.kind) {
    case 'user':
      return keyed('user', userView(row, context));
    case 'assistant':
      return keyed('assistant', assistantView(row, context));
    case 'reasoning':
      return keyed('reasoning', reasoningView(row, context));
    case 'tool':
      return keyed('tool', toolView(row, context));
    case 'separator':
      return keyed('separator', separatorView(row, context));
    case 'notice':
      return keyed('notice', noticeView(row));
    case 'ended':
      return keyed('ended', endedView(row, context));
  }
}

function keyed<Kind extends Row['kind']>(kind: Kind, view: RowView<Kind>): AnyRowView {
  return {
    element: view.element,
    update(row) {
      if (!isOf(row, kind)) return false;
      view.update(row);
      return true;
    },
  };
}

function isOf<Kind extends Row['kind']>(row: Row, kind: Kind): row is Extract<Row, { kind: Kind }> {
  return row.kind === kind;
}
