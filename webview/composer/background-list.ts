// The commands that run in the background, above the composer: each with what it printed last and a button that ends it,
// whether or not its row is still there.

import type { BackgroundView } from '../../src/protocol/snapshot.ts';
import { element, linkButton } from '../element.ts';
import { backgroundTexts } from '../texts/background.ts';

interface Item {
  readonly element: HTMLElement;
  show(view: BackgroundView): void;
}

export class BackgroundList {
  readonly element: HTMLElement;
  private readonly list = element('ul', { class: 'background-items' });
  private readonly items = new Map<string, Item>();
  private readonly stop: (executionId: string) => void;

  constructor(stop: (executionId: string) => void) {
    this.stop = stop;
    const head = element('div', { class: 'background-head', text: backgroundTexts.title });
    this.element = element(
      'section',
      { class: 'background', attributes: { 'aria-label': backgroundTexts.title } },
      [head, this.list],
    );
    this.element.hidden = true;
  }

  /** Items stay the elements they are: a press of a button must not miss because a command printed something. */
  show(views: readonly BackgroundView[]): void {
    this.element.hidden = views.length === 0;
    for (const [id, item] of this.items) {
      if (views.some(({ executionId }) => executionId === id)) continue;
      item.element.remove();
      this.items.delete(id);
    }
    for (const view of views) {
      const item = this.items.get(view.executionId) ?? this.added(view.executionId);
      item.show(view);
    }
  }

  private added(executionId: string): Item {
    const command = element('span', { class: 'background-command' });
    const last = element('span', { class: 'background-last' });
    const stop = linkButton(backgroundTexts.stop, () => this.stop(executionId));
    stop.dataset['action'] = 'stop-background';
    const whole = element('li', { class: 'background-item', attributes: { 'data-execution': executionId } }, [
      command,
      last,
      stop,
    ]);
    const item: Item = {
      element: whole,
      show: (view) => {
        const isStopping = view.state === 'stopping';
        command.textContent = view.command;
        command.title = view.command;
        last.textContent = isStopping ? backgroundTexts.stopping : view.last;
        last.title = last.textContent;
        stop.hidden = isStopping;
        stop.setAttribute('aria-label', `${backgroundTexts.stop}: ${view.command}`);
      },
    };
    this.items.set(executionId, item);
    this.list.append(whole);
    return item;
  }
}
