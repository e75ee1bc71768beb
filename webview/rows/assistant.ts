// What the model answered, as it comes.

import type { RowOf } from '../../src/protocol/rows.ts';
import { element } from '../element.ts';
import { GrowingMarkdown } from '../markdown/growing-markdown.ts';
import { rowTexts } from '../texts/rows.ts';
import { cutNote } from './cut-note.ts';
import type { RowContext, RowView } from './row-view.ts';

export function assistantView(first: RowOf<'assistant'>, context: RowContext): RowView<'assistant'> {
  const text = element('div', { class: 'markdown' });
  const whole = element('div', { class: 'row row-assistant' }, [text]);
  whole.setAttribute('aria-label', rowTexts.assistant);
  const grown = new GrowingMarkdown(text);
  let note: HTMLElement | undefined;
  const draw = (row: RowOf<'assistant'>): void => {
    whole.dataset['state'] = row.streaming ? 'streaming' : 'done';
    grown.set(row.text.text);
    note?.remove();
    note = cutNote({ key: row.key, part: 'text', shown: row.text }, context);
    if (note !== undefined) whole.append(note);
  };
  draw(first);
  return { element: whole, update: draw };
}
