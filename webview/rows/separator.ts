// Where older history became a summary: one line, which opens to the summary itself.

import type { RowOf } from '../../src/protocol/rows.ts';
import { element, icon, linkButton } from '../element.ts';
import { GrowingMarkdown } from '../markdown/growing-markdown.ts';
import { rowTexts, separatorText } from '../texts/rows.ts';
import { divider } from '../toolkit.ts';
import { fold } from './fold.ts';
import type { RowContext, RowView } from './row-view.ts';

export function separatorView(first: RowOf<'separator'>, context: RowContext): RowView<'separator'> {
  let row = first;
  const title = element('span', { class: 'fold-title' });
  const opened = fold(
    { key: first.key, line: [icon('fold'), title], fill: (body) => body.append(...summaryOf(row)) },
    context,
  );
  const earlier = linkButton(rowTexts.earlierSegment, () => context.actions.openEarlierSegment(row.segment));
  const whole = element('div', { class: 'row row-separator' }, [
    divider(),
    opened.element,
    element('div', { class: 'separator-actions' }, [earlier]),
    divider(),
  ]);
  const draw = (next: RowOf<'separator'>): void => {
    row = next;
    title.textContent = separatorText(next);
    whole.setAttribute('aria-label', separatorText(next));
    earlier.hidden = next.segment < 2;
    opened.refill();
  };
  draw(first);
  return { element: whole, update: draw };
}

function summaryOf(row: RowOf<'separator'>): readonly Node[] {
  const text = element('div', { class: 'markdown' });
  new GrowingMarkdown(text).set(row.summary.text);
  const parts: Node[] = [
    element('div', { class: 'row-note', text: `${rowTexts.summaryBy} ${row.author}` }),
    text,
  ];
  if (row.carried.length > 0) parts.push(listOf(rowTexts.carried, row.carried));
  if (row.missing.length > 0) parts.push(listOf(rowTexts.missing, row.missing));
  for (const warning of row.warnings) {
    parts.push(element('div', { class: 'row-note' }, [icon('warning'), warning]));
  }
  return parts;
}

function listOf(title: string, lines: readonly string[]): HTMLElement {
  const items = lines.map((text) => element('li', { text }));
  return element('div', { class: 'row-note' }, [title, element('ul', {}, items)]);
}
