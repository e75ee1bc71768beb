// Ways to what is out of sight: a question that waits, a compaction, the newest row. They have a place of their own below
// the rows, so that they never cover anything that can be pressed.

import { element } from '../element.ts';
import { jumpText, panelTexts } from '../texts/panel.ts';

export interface PointerActions {
  toQuestion(): void;
  toSeparator(): void;
  toEnd(): void;
}

export interface OutOfSight {
  readonly question: boolean;
  /** What the separator of a compaction says; undefined where there is none to point at. */
  readonly compaction: string | undefined;
  /** How many rows came below; undefined where the end is in sight. */
  readonly newer: number | undefined;
}

export class Pointers {
  readonly element: HTMLElement;
  private readonly question: HTMLButtonElement;
  private readonly compaction: HTMLButtonElement;
  private readonly end: HTMLButtonElement;

  constructor(actions: PointerActions) {
    this.question = pointer('question', () => actions.toQuestion());
    this.compaction = pointer('compaction', () => actions.toSeparator());
    this.end = pointer('jump', () => actions.toEnd());
    this.question.textContent = panelTexts.questionWaits;
    this.compaction.textContent = panelTexts.compacted;
    this.element = element('div', { class: 'pointers' }, [this.question, this.compaction, this.end]);
  }

  show({ question, compaction, newer }: OutOfSight): void {
    this.question.hidden = !question;
    this.compaction.hidden = compaction === undefined;
    this.compaction.title = compaction ?? '';
    this.end.hidden = newer === undefined;
    this.end.textContent = jumpText(newer ?? 0);
    this.element.hidden = !question && compaction === undefined && newer === undefined;
  }
}

function pointer(action: string, press: () => void): HTMLButtonElement {
  const made = element('button', {
    class: 'pointer',
    attributes: { type: 'button', 'data-action': action },
  });
  made.addEventListener('click', press);
  return made;
}
