// What could not be done of what the person asked for in the footer, above the composer, also where nothing can be sent.

import { element } from './element.ts';

export class FaultLine {
  readonly element = element('div', { class: 'fault', attributes: { role: 'alert' } });

  constructor() {
    this.element.hidden = true;
  }

  show(text: string): void {
    this.element.textContent = text;
    this.element.hidden = false;
  }

  clear(): void {
    this.element.hidden = true;
  }
}
