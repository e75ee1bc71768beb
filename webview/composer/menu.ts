// The list of suggestions above the composer. The text field keeps the focus; the list only shows what is chosen.

import { element } from '../element.ts';

export interface Suggestion {
  readonly value: string;
  readonly label: string;
  readonly detail: string;
}

export const menuId = 'suggestions';

export class Menu {
  readonly element: HTMLElement = element('div', {
    class: 'menu',
    attributes: { role: 'listbox', id: menuId },
  });
  private suggestions: readonly Suggestion[] = [];
  private chosen = 0;
  private readonly choose: (suggestion: Suggestion) => void;
  private readonly moved: (optionId: string | undefined) => void;

  constructor(on: {
    readonly choose: (suggestion: Suggestion) => void;
    /** The id of the option that would be chosen; undefined when the list is closed. */
    readonly moved: (optionId: string | undefined) => void;
  }) {
    this.choose = on.choose;
    this.moved = on.moved;
    this.element.hidden = true;
    // The text field must not lose the focus to a click.
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** What Enter would choose. */
  get choice(): string | undefined {
    return this.suggestions[this.chosen]?.value;
  }

  show(label: string, suggestions: readonly Suggestion[]): void {
    this.suggestions = suggestions;
    this.chosen = 0;
    this.element.hidden = suggestions.length === 0;
    this.element.setAttribute('aria-label', label);
    this.draw();
  }

  hide(): void {
    this.show('', []);
  }

  /** True when the key was for the list. */
  key(name: string): boolean {
    if (!this.isOpen) return false;
    const { length } = this.suggestions;
    switch (name) {
      case 'ArrowDown':
        this.chosen = (this.chosen + 1) % length;
        break;
      case 'ArrowUp':
        this.chosen = (this.chosen + length - 1) % length;
        break;
      case 'Enter':
      case 'Tab':
        this.take(this.chosen);
        return true;
      case 'Escape':
        this.hide();
        return true;
      default:
        return false;
    }
    this.draw();
    return true;
  }

  private take(place: number): void {
    const suggestion = this.suggestions[place];
    this.hide();
    if (suggestion !== undefined) this.choose(suggestion);
  }

  private draw(): void {
    const options = this.suggestions.map(({ label, detail }, place) => {
      const isChosen = place === this.chosen;
      const option = element(
        'div',
        {
          class: 'menu-option',
          attributes: { role: 'option', id: `${menuId}-${place}`, 'aria-selected': String(isChosen) },
        },
        [
          element('span', { class: 'menu-label', text: label }),
          element('span', { class: 'menu-detail', text: detail }),
        ],
      );
      option.addEventListener('click', () => this.take(place));
      return option;
    });
    this.element.replaceChildren(...options);
    options[this.chosen]?.scrollIntoView({ block: 'nearest' });
    this.moved(this.isOpen ? `${menuId}-${this.chosen}` : undefined);
  }
}
