// The compaction the person asked for while a turn runs: it waits for the turn's next gate, and can be called off without
// stopping anything else (design 6.14).

import { element, linkButton } from './element.ts';
import { progressTexts } from './texts/progress.ts';

export class WaitingCompaction {
  readonly element: HTMLElement;

  constructor(cancel: () => void) {
    const button = linkButton(progressTexts.cancel, cancel);
    button.dataset['action'] = 'cancel-waiting';
    button.setAttribute('aria-label', progressTexts.cancelWaiting);
    const text = element('span', { class: 'waiting-text', text: progressTexts.compactionWaits });
    text.title = progressTexts.compactionWaits;
    const attributes = { role: 'group', 'aria-label': progressTexts.compactionWaits };
    this.element = element('div', { class: 'waiting-compaction', attributes }, [text, button]);
    this.element.hidden = true;
  }

  set(state: 'waits' | 'none'): void {
    this.element.hidden = state === 'none';
  }
}
