// Something the person is told once.

import type { RowOf } from '../../src/protocol/rows.ts';
import { element, icon } from '../element.ts';
import type { RowView } from './row-view.ts';

export function noticeView(first: RowOf<'notice'>): RowView<'notice'> {
  const whole = element('div', { class: 'row row-notice' });
  const draw = (row: RowOf<'notice'>): void => {
    whole.dataset['level'] = row.level;
    whole.replaceChildren(icon(row.level), element('span', { class: 'notice-text', text: row.text }));
    whole.setAttribute('aria-label', row.level);
  };
  draw(first);
  return { element: whole, update: draw };
}
