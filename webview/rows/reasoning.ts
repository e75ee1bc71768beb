// What the model thought before it answered: folded, because few want to read it.

import type { RowOf } from '../../src/protocol/rows.ts';
import { element } from '../element.ts';
import { GrowingMarkdown } from '../markdown/growing-markdown.ts';
import { rowTexts } from '../texts/rows.ts';
import { fold } from './fold.ts';
import type { RowContext, RowView } from './row-view.ts';

export function reasoningView(first: RowOf<'reasoning'>, context: RowContext): RowView<'reasoning'> {
  let row = first;
  let grown: GrowingMarkdown | undefined;
  const title = element('span', { class: 'fold-title' });
  const opened = fold(
    {
      key: first.key,
      line: [title],
      fill: (body) => {
        const text = element('div', { class: 'markdown quiet' });
        grown = new GrowingMarkdown(text);
        grown.set(row.text.text);
        body.append(text);
      },
    },
    context,
  );
  const whole = element('div', { class: 'row row-reasoning' }, [opened.element]);
  whole.setAttribute('aria-label', rowTexts.reasoning);
  const draw = (next: RowOf<'reasoning'>): void => {
    row = next;
    title.textContent = next.streaming ? rowTexts.reasoningNow : rowTexts.reasoning;
    whole.dataset['state'] = next.streaming ? 'streaming' : 'done';
    if (opened.isOpen) grown?.set(next.text.text);
  };
  draw(first);
  return { element: whole, update: draw };
}
