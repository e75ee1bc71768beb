// What the person said.

import type { RowOf } from '../../src/protocol/rows.ts';
import { element, icon, linkButton } from '../element.ts';
import { rowTexts } from '../texts/rows.ts';
import { cutNote } from './cut-note.ts';
import type { RowContext, RowView } from './row-view.ts';

export function userView(first: RowOf<'user'>, context: RowContext): RowView<'user'> {
  const whole = element('div', { class: 'row row-user' });
  const draw = (row: RowOf<'user'>): void => {
    whole.dataset['state'] = row.state;
    whole.dataset['origin'] = row.origin;
    whole.setAttribute('aria-label', rowTexts[row.origin === 'person' ? 'you' : row.origin]);
    const parts: Node[] = [element('div', { class: 'user-text', text: row.text.text })];
    if (row.origin !== 'person')
      parts.unshift(element('div', { class: 'row-note', text: rowTexts[row.origin] }));
    const cut = cutNote({ key: row.key, part: 'text', shown: row.text }, context);
    if (cut !== undefined) parts.push(cut);
    for (const line of row.attachments) {
      parts.push(element('div', { class: 'row-note' }, [icon('file-media'), line]));
    }
    if (row.state === 'unsent') {
      parts.push(
        element('div', { class: 'row-note' }, [
          element('span', { text: rowTexts.unsent }),
          sendButton(row, context),
          linkButton(rowTexts.remove, () => context.actions.removeUnsent(row.key)),
        ]),
      );
    }
    whole.replaceChildren(element('div', { class: 'user-box' }, parts));
  };
  draw(first);
  return { element: whole, update: draw };
}

/** Not seen while something runs: that may be the turn of this very prompt. */
function sendButton(row: RowOf<'user'>, context: RowContext): HTMLElement {
  const made = linkButton(rowTexts.sendUnsent, () => context.actions.sendUnsent(row.key));
  made.dataset['action'] = 'send-unsent';
  return made;
}
