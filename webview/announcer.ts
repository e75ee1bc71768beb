// Says what happens to people who do not see the screen.

import { element } from './element.ts';

export class Announcer {
  private readonly polite = region('polite');
  private readonly urgent = region('assertive');
  readonly elements: readonly HTMLElement[] = [this.polite, this.urgent];

  say(text: string, manner: 'polite' | 'urgent' = 'polite'): void {
    if (text === '') return;
    const target = manner === 'urgent' ? this.urgent : this.polite;
    // The same words again are said again only when the text differs.
    target.textContent = target.textContent === text ? `${text}\u00a0` : text;
  }
}

function region(manner: 'polite' | 'assertive'): HTMLElement {
  return element('div', { class: 'unseen', attributes: { 'aria-live': manner, 'data-live': manner } });
}
