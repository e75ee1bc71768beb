// How a turn ended that did not simply end, and what can be done about it.

import type { RowOf, TurnAction } from '../../src/protocol/rows.ts';
import { element, icon } from '../element.ts';
import { endedText, rowTexts, turnActions } from '../texts/rows.ts';
import { button } from '../toolkit.ts';
import { fold } from './fold.ts';
import type { RowContext, RowView } from './row-view.ts';

const icons = {
  failed: 'error',
  cancelled: 'circle-slash',
  blocked: 'warning',
  interrupted: 'debug-disconnect',
} as const;

export function endedView(first: RowOf<'ended'>, context: RowContext): RowView<'ended'> {
  const whole = element('div', { class: 'row row-ended' });
  const draw = (row: RowOf<'ended'>): void => {
    whole.dataset['outcome'] = row.outcome;
    const text = endedText(row);
    whole.setAttribute('aria-label', text);
    const line = element('div', { class: 'ended-line' }, [
      icon(icons[row.outcome]),
      element('span', { class: 'notice-text', text }),
    ]);
    const parts: Node[] = [line];
    const { streamed } = row;
    if (streamed !== undefined) {
      const title = element('span', { class: 'fold-title', text: rowTexts.streamedBefore });
      const fill = (body: HTMLElement): void => {
        body.append(element('div', { class: 'plain-text quiet', text: streamed.text }));
      };
      parts.push(fold({ key: row.key, line: [title], fill }, context).element);
    }
    if (row.actions.length > 0) {
      const buttons = row.actions.map((action, place) =>
        actionButton(action, place === 0 ? 'primary' : 'secondary', context),
      );
      parts.push(element('div', { class: 'buttons' }, buttons));
    }
    whole.replaceChildren(...parts);
  };
  draw(first);
  return { element: whole, update: draw };
}

function actionButton(action: TurnAction, look: 'primary' | 'secondary', context: RowContext): HTMLElement {
  const made = button({
    label: turnActions[action],
    look,
    press: () => context.actions.turnAction(action),
  });
  made.dataset['action'] = action;
  return made;
}
