// A line that opens what is below it. Whether it is open is remembered by the row's key, over redraws and reloads.

import { element, icon } from '../element.ts';
import type { RowContext } from './row-view.ts';

export interface Fold {
  readonly element: HTMLElement;
  /** The line itself: put what it says in here. */
  readonly line: HTMLElement;
  readonly isOpen: boolean;
}

export interface FoldSpec {
  /** Of the row; with `part`, the key under which its state is remembered. */
  readonly key: string;
  readonly part?: string | undefined;
  readonly line: readonly Node[];
  /** Fills the body, each time it is opened. */
  readonly fill: (body: HTMLElement) => void;
}

export function fold(spec: FoldSpec, context: RowContext): Fold & { refill(): void } {
  const id = spec.part === undefined ? spec.key : `${spec.key}\n${spec.part}`;
  const arrow = icon('chevron-right');
  const line = element('span', { class: 'fold-line' }, spec.line);
  const head = element('button', { class: 'fold-head', attributes: { type: 'button' } }, [arrow, line]);
  const body = element('div', { class: 'fold-body' });
  const whole = element('div', { class: 'fold' }, [head, body]);
  const show = (): void => {
    const isOpen = context.disclosure.has(id);
    head.setAttribute('aria-expanded', String(isOpen));
    arrow.className = `codicon codicon-chevron-${isOpen ? 'down' : 'right'}`;
    body.hidden = !isOpen;
    body.replaceChildren();
    if (isOpen) spec.fill(body);
  };
  head.addEventListener('click', () => {
    context.disclosure.set(id, context.disclosure.has(id) ? 'closed' : 'open');
    show();
    context.resized(spec.key);
  });
  show();
  return {
    element: whole,
    line,
    get isOpen() {
      return context.disclosure.has(id);
    },
    refill: () => {
      if (context.disclosure.has(id)) show();
    },
  };
}
